// Loaded into a server before its own code: its clock runs as many milliseconds off as the file says.
import { readFileSync, watchFile } from "node:fs";

const file = process.env.CLOCK_FILE;
const RealDate = Date;
let offset = 0;
const read = () => {
  offset = Number(readFileSync(file, "utf8"));
};
read();
watchFile(file, { interval: 50, persistent: false }, read);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(RealDate.now() + offset);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
