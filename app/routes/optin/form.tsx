import scriptUrl from "#app/browser/optin.ts?worker&url";
export default function F() {
  return <script type="module" src={scriptUrl} />;
}
