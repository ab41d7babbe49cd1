/** In a frame of another site: tells it how high the form is, whenever that changes. It takes no messages. */
if (self !== top) {
  const tell = (message: { type: string; height?: number }) => parent.postMessage(message, "*");
  const tellHeight = () => tell({ type: "attesto:height", height: Math.ceil(document.body.offsetHeight) });
  // At once, because nothing is observed in a frame that is not on the screen.
  tellHeight();
  new ResizeObserver(tellHeight).observe(document.body);
  // The dialog around the frame gets no key that is pressed in it.
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) tell({ type: "attesto:close" });
  });
}
