import { useBrandName } from "#app/components/layout/root-data.ts";
import { KeyValues } from "#app/components/ui/key-values.tsx";

type Operator = {
  name: string;
  people: string[];
  address?: string | undefined;
  email?: string | undefined;
  registration?: string | undefined;
};

/** Who runs this installation, as far as its configuration says. */
export function OperatorFacts({ operator }: { operator: Operator | null }) {
  const brandName = useBrandName();
  if (!operator) return <p>This installation of {brandName} does not say yet who runs it.</p>;
  const { name, address, people, email, registration } = operator;
  const facts = [
    { label: "Operator", value: name },
    { label: "Address", value: address },
    { label: "People", value: people.join(", ") },
    { label: "Email", value: email && <a href={`mailto:${email}`}>{email}</a> },
    { label: "Registration", value: registration },
  ];
  return <KeyValues facts={facts.filter(({ value }) => value)} />;
}
