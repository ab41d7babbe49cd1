/** hello comment */
const message: string = "hello";
document.title = message;

export {};
