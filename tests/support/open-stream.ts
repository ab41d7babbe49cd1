/** The stream as a browser opens it, until that leaves. */
export async function openStream(url: string, cookie: string, query = "") {
  const browser = new AbortController();
  const { headers, body } = await fetch(`${url}/dashboard/live${query}`, {
    headers: { cookie },
    signal: browser.signal,
  });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("The stream has no body.");
  const readUntil = async (part: string) => {
    let text = "";
    while (!text.includes(part)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended without ${part}: ${text}`);
      text += value;
    }
    return text;
  };
  const ended = async () => {
    while (!(await reader.read()).done);
    return "ended";
  };
  return { headers, readUntil, ended, leave: () => browser.abort() };
}
