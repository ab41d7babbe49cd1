import { Link, useLoaderData } from "@remix-run/react";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { FactsTable } from "#app/components/site/facts-table.tsx";
import { OperatorFacts } from "#app/components/site/operator-facts.tsx";
import { PageMain } from "#app/components/site/page-main.tsx";
import { Prose } from "#app/components/site/prose.tsx";
import { staticPage } from "#app/components/site/site-page-handle.ts";
import { cookies, storedData } from "#app/components/site/stored-data.ts";
import { config } from "#app/env.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { platformsInBeta } from "#app/lib/ad-platforms.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";

export const handle = staticPage(sitePages.privacy);

export const loader = page(anyone, async () => ({
  mailDays: config.mailRetentionDays,
  operator: config.operator,
}));

export default function PrivacyPolicy() {
  const { mailDays, operator } = useLoaderData<typeof loader>();
  const brandName = useBrandName();
  return (
    <PageMain
      title="Privacy policy"
      lead={`What ${brandName} stores, why, for how long, and who receives it.`}
    >
      <Prose>
        <h2>Who is responsible</h2>
        <p>
          For accounts and this website it is{" "}
          {operator?.name ?? `the operator of this installation of ${brandName}`}, whom you reach through the{" "}
          <Link to={paths.contact()}>contact form</Link>. For what visitors enter in a form it is the owner of
          that form: the owner decides what is asked and which ad platforms receive it, and we process it on
          the owner’s behalf.
        </p>
        <OperatorFacts operator={operator} />
        <h2>What is stored</h2>
        <FactsTable caption="Stored data" {...storedData(mailDays)} />
        <h2>Legal basis</h2>
        <p>
          We process account data to perform our contract with you, and security data (sessions, devices,
          limits, logs) in our legitimate interest in a safe service. A visitor’s claim is processed on the
          consent that the visitor gives in the form; its exact text and time are stored with the claim.
        </p>
        <h2>Who receives it</h2>
        <ul>
          <li>
            <strong>The owner of a form and the members of the workspace</strong> see the claims sent through
            it.
          </li>
          <li>
            <strong>Ad platforms that the owner has connected</strong> receive an event for each claim that
            was verified: its time, amount and currency; email, phone number, country and an id of ours as
            SHA-256 hashes; click ids, the platform’s own cookies, the page address, IP address and browser
            string. Meta is supported; {platformsInBeta} are in development (beta). A claim that is not
            verified is never sent.
          </li>
          <li>
            <strong>A sign-in provider</strong> that you choose yourself learns that you sign in here.
          </li>
          <li>
            <strong>Your browser’s push service</strong>, if you turn on its notifications, transports them
            encrypted: only your browser can read them.
          </li>
          <li>
            <strong>The operator’s administrators</strong> see accounts, their sessions and plans, and contact
            messages. They see the claims of a workspace only while its owner allows support access.
          </li>
          <li>
            <strong>The operator’s hosting and mail providers</strong> store and transport the data on the
            operator’s instructions.
          </li>
        </ul>
        <p>Nobody else. We sell no data and load no script, font or image from third parties.</p>
        <h2>Cookies and browser storage</h2>
        <p>
          We set only cookies of our own, and none that follows anybody to other sites. The cookie of a form’s
          visits also keeps the ad’s click for its owner, who has to ask visitors first where their law
          demands it. A site that embeds a form with our script hands it the click ids and campaign of its own
          address and the ad platforms’ cookies that it has, not from browsers that send Global Privacy
          Control or Do Not Track. Over https the names begin with <strong>__Host-</strong>, or with{" "}
          <strong>__Secure-</strong> for that one. Without JavaScript nothing is kept in the browser’s local
          storage; with it, over https, we keep a device id and a device fingerprint (a hash of browser,
          screen and time zone properties), your theme, and for the current tab what you typed in an unsent
          form or the email you just registered with.
        </p>
        <FactsTable caption="Cookies" {...cookies} />
        <h2>Your rights</h2>
        <ul>
          <li>
            <strong>Visitors</strong> find what they confirmed on the private page whose link they got after
            sending the form. There they can withdraw it: nothing more is sent, and a claim not yet decided is
            rejected. They can also end only the sharing with ad platforms: the claim stays as it is. What an
            ad platform has already received has to be deleted there. For access or erasure ask the owner of
            the form, or us.
          </li>
          <li>
            <strong>Owners</strong> can export all of their data as a file and delete the account under
            Settings, Account. Deleting erases the workspace with its form, claims and deliveries.
          </li>
          <li>
            You can ask for access, correction, erasure, restriction and a copy of your data, object to
            processing, and complain to your data protection authority.
          </li>
        </ul>
        <h2 id="data-processing">For owners: processing on your behalf (Article 28 GDPR)</h2>
        <p>
          You decide why and how your visitors’ data is used: you are its controller, and we are your
          processor. With the <Link to={paths.terms()}>terms of service</Link> this is the agreement that
          Article 28 of the General Data Protection Regulation asks for. What you do with the data is said in
          your own privacy notice: your form links it once its settings have its address or its text.
        </p>
        <ul>
          <li>
            <strong>What, whose and how long:</strong> the claims, statements and deliveries of the table
            above, of people who fill in your forms and of the clients in your brokers’ files, to check
            deposits, purchases and subscriptions and to send verified ones to the ad platforms that you
            connect. As long as your account exists, or the time that you set in a form’s settings.
          </li>
          <li>
            <strong>On your instructions only:</strong> your settings, decisions and calls are these
            instructions. We tell you if we think that one breaks the law. Nobody here uses the data for a
            purpose of their own.
          </li>
          <li>
            <strong>Confidentiality and security:</strong> whoever has access has agreed to keep the data
            confidential, and administrators see claims only while you allow support access. What protects the
            data is under <em>Security</em> below.
          </li>
          <li>
            <strong>Other processors:</strong> the hosting and mail providers named on request. We tell you
            before another one is added, so that you can object. Ad platforms are no processors of ours: you
            connect them, and they receive the data from you through us.
          </li>
          <li>
            <strong>Help with your duties:</strong> you find, export and erase a person under Claims, Find a
            person; a visitor withdraws, or ends the sharing with ad platforms, on the private page. Each
            claim has its consent text, version and time, and a signed record. We help with impact assessments
            and questions of authorities.
          </li>
          <li>
            <strong>A breach:</strong> we tell you without undue delay, with what happened, whose data it is
            and what we have done, so that you can tell the authority within 72 hours.
          </li>
          <li>
            <strong>The end:</strong> export everything under Settings, Account; deleting the account erases
            it. Backups hold it until they are deleted in their turn.
          </li>
          <li>
            <strong>Proof:</strong> we give you what shows that this is kept, and allow audits by you or whom
            you name, announced and during office hours.
          </li>
        </ul>
        <h2>Security</h2>
        <p>
          Passwords are hashed with Argon2id. Access tokens of ad platforms, authenticator secrets and waiting
          emails are encrypted. Logs hold neither names nor email addresses nor IP addresses in the clear.
        </p>
        <h2>Questions</h2>
        <p>
          <Link to={paths.contact({ subject: "general" })}>Write to us</Link>. When this policy changes in a
          way that matters to you, account owners are told by email first.
        </p>
      </Prose>
    </PageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
