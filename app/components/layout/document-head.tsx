import { Meta } from "@remix-run/react";
import { Children, cloneElement, isValidElement, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

/**
 * The head that the routes' `meta` describe. After a form was sent back its title begins with "Error: ", which no
 * `meta` can know: it is given the loaders' data and not the action's.
 */
export function DocumentHead() {
  const actionData = useContext(RouterState)?.actionData ?? {};
  const isSentBack = Object.values(actionData).some(isRefusedReply);
  const head = Meta();
  if (!isSentBack) return head;
  return Children.map(head.props.children, (element) =>
    isValidElement<{ children: string }>(element) && element.type === "title"
      ? cloneElement(element, {}, `Error: ${element.props.children}`)
      : element,
  );
}

function isRefusedReply(reply: unknown): boolean {
  return typeof reply === "object" && reply !== null && "status" in reply && reply.status === "error";
}
