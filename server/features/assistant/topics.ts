/** How things are done and where they stand: a topic is found by its words, and leads to the screen. Figures have no place in these texts. */

export type Topic = {
  readonly words: readonly string[]
  readonly title: string
  readonly text: string
  readonly href: string
  readonly label: string
}

const topic = (words: string, title: string, text: string, href: string, label: string): Topic => ({
  words: words.split(' '),
  title,
  text,
  href,
  label,
})

export const topics: readonly Topic[] = [
  topic(
    'password',
    'Change your password',
    'Open Account, Security & MFA, and choose "Change password". Without the present one, use "Forgot your password?" on the sign-in page.',
    '/account?tab=mfa',
    'Security & MFA',
  ),
  topic(
    'mfa two-factor factor authenticator two second code',
    'Set up a second factor',
    'Open Account, Security & MFA, and start the setup. You need your password and an authenticator app, a phone or your mail.',
    '/account?tab=mfa',
    'Security & MFA',
  ),
  topic(
    'invite colleague member user team add people',
    'Invite a colleague',
    'An administrator opens Account, Team Members, and presses "Invite". The person gets a mail with a link and chooses a password.',
    '/account?tab=team',
    'Team Members',
  ),
  topic(
    'api key keys rotate token program',
    'API keys',
    'An administrator opens System Settings, API Keys. There a key is created, changed, replaced or deleted. The whole key is shown once, when it is made.',
    '/system-settings?tab=api-keys',
    'API Keys',
  ),
  topic(
    'export transaction transactions file csv download',
    'Export transactions',
    'Open the studio of a connector, tab Investigator. Search, choose the records or take all that is found, and press "Export".',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'audit log who changed history of changes',
    'Audit log',
    'An administrator opens System Settings, Audit Log. It lists who changed what and when, and can be filtered and exported.',
    '/system-settings?tab=audit',
    'Audit Log',
  ),
  topic(
    'retention keep delete data old stored',
    'Retention',
    'What is kept and for how long is set in System Settings, Retention Policy.',
    '/system-settings?tab=retention',
    'Retention Policy',
  ),
  topic(
    'ip whitelist whitelisting address addresses allow',
    'IP whitelisting',
    'An administrator opens System Settings, IP Whitelisting, adds the own address first, then the others, and switches the list on.',
    '/system-settings?tab=ip-whitelist',
    'IP Whitelisting',
  ),
  topic(
    'profile name photo phone language zone',
    'Your profile',
    'Open Account, User Profile. Name, photo, phone number, time zone and formats are changed there.',
    '/account?tab=profile',
    'User Profile',
  ),
  topic(
    'notification notifications mail email preferences',
    'Notifications',
    'Open Account, Notification Settings, and choose what you are told and by which channel.',
    '/account?tab=notifications',
    'Notification Settings',
  ),
  topic(
    'logo branding colour color company',
    'Company settings',
    'An administrator opens System Settings, Company Settings. Name, logo and colours of the company are set there.',
    '/system-settings?tab=company',
    'Company Settings',
  ),
  topic(
    'invoice invoices bill billing plan',
    'Invoices and plan',
    'Open Account, Invoices or Billing & Payment.',
    '/account?tab=invoices',
    'Invoices',
  ),
  topic(
    'session sessions device login sign-in history',
    'Sign-ins',
    'Open Account, Login History: it lists when and from where you signed in.',
    '/account?tab=login-history',
    'Login History',
  ),
  topic(
    'mapping map field fields line rule transform mappings',
    'Map fields',
    'Open the connector in the builder, step Data Mapping. Draw a line from a field of the source to a field of the destination, or take over what is suggested. A rule on a line changes the value on its way.',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'enrichment lookup enrich',
    'Enrichment',
    'An enrichment asks another system for values that belong to a record, before it is mapped. It is set up in the builder, step Enrichment: where to ask, what to ask with, and what to do when nothing is found.',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'replay resend again retry failed',
    'Replay',
    'A replay sends records of the past through the live version once more. Open the studio of a connector, tab Replay: make a plan, look at each record, then start it. What arrived already is left out unless you include it.',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'deploy deployment version live publish',
    'Deploy',
    'A draft is deployed in the last step of the builder, Review. The engine checks it, makes a version, and runs start with it. An older version can be brought back on the Versions tab of the connector.',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'schedule trigger cron interval automatic',
    'Schedule',
    'When a connector runs is set in the builder with its source: by hand, by a schedule, or by a webhook.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'webhook event events hook',
    'Webhook',
    'Choose "Webhook" as the trigger of a connector in the builder. After the deployment its settings show the address and let you make a secret for the sender.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'connector integration create new build start draft',
    'Build a connector',
    'Open Integration Setup. Begin empty, from the library or from a file, then go through source, mapping and destination, and deploy it in the last step. You can also ask me for a draft.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'header auth authentication credentials oauth basic bearer secret',
    'Headers and credentials',
    'In the builder, steps Source and Destination: choose the kind of authentication and add headers. Secrets are kept sealed and never shown again.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'pagination page pages list cursor offset batch',
    'Lists and pages',
    'In the builder, step Source: try the request out. Where a list is found, switch on list processing and choose how its pages are followed.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'alert alerts alarm rule threshold',
    'Alerts',
    'Open a connector, tab Alerts: for late starts, silence, unusual volume and failures you set when an alert is raised and who is told.',
    '/alarms',
    'Alarms',
  ),
  topic(
    'template library marketplace publish share',
    'Templates',
    'Connector Library has ready-made connectors and what others published. Your Marketplace publishes one of yours, without its secrets.',
    '/connector-library',
    'Connector Library',
  ),
  topic(
    'import file take move another',
    'Import a connector',
    'Open Integration Setup and choose the file of a connector. It becomes a draft; secrets are never in such a file.',
    '/integration-setup',
    'Integration Setup',
  ),
  topic(
    'theme dark light',
    'Theme',
    'Press your picture at the top right and choose light, dark, or as the system has it.',
    '/account?tab=profile',
    'User Profile',
  ),
  topic(
    'transaction record ledger',
    'Transactions',
    'A transaction is the way of one record: read, mapped, sent, answered. A connector lists them on its tab Transactions, and the Investigator of its studio searches them.',
    '/dashboard',
    'Choose a connector',
  ),
  topic(
    'studio investigator universe renderer',
    'Integration Studio',
    'The studio of a connector has the tools for what happened: Universe shows it as a picture, the Investigator searches records, Replay sends them again, the Config Editor has the whole configuration.',
    '/dashboard',
    'Choose a connector',
  ),
]

/** The topics whose words stand in the question, those with the most first. */
export function topicsFor(words: readonly string[]): readonly Topic[] {
  const said = new Set(words)
  return topics
    .map((it) => ({ it, score: it.words.filter((word) => said.has(word)).length }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ it }) => it)
}
