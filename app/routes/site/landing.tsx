export default function L() {
  return <p>hi</p>;
}
