// Lets the frame of a form grow with it. It reads nothing of the page and sends nothing.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || data?.type !== "attesto:height") return;
    const height = Math.min(Math.max(Number(data.height) || 0, 200), 6000);
    for (const frame of document.getElementsByTagName("iframe"))
      if (frame.contentWindow === source) frame.style.height = `${height}px`;
  });
})();
