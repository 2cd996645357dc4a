/** One article for every screen. The ids of tabs are the page's name and the tab's. */
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const screens = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'screen', ...each }))

export const screenArticles = screens([
  {
    id: 'dashboard',
    title: 'Dashboard',
    words: 'home start overview figures volume latency error rate forecast',
    href: '/dashboard',
    text: [
      'Connectors that need attention come first, with the reason. Below, you can see volume, latency and error rate, and one row per connector.',
      '- Choose a period and a resolution. The "Smart" hint shows the resolutions for a period.',
      '- Select a figure to see the records behind it.',
      '- Select several connectors to pause, resume or start them together.',
    ],
    related: ['connector-overview', 'alerts', 'topic-troubleshooting'],
  },
  {
    id: 'connector-overview',
    title: 'Connector page: Overview',
    words: 'details health status pause resume deploy run it now start a run turn on off back once right away immediately flow',
    text: [
      'Shows what the connector does, whether it is healthy, and what to do next. The flow shows source, mapping, enrichment and destination with calls, latency and errors.',
      '- Run now starts a run immediately. Pause stops new runs. Resume allows them again. Waiting records stay.',
      '- Edit opens the draft. Deploy makes the draft live.',
    ],
    related: ['connector-runs', 'connector-problems', 'connector-settings', 'studio-universe'],
  },
  {
    id: 'connector-runs',
    title: 'Connector page: Runs',
    words: 'executions history started ended',
    text: [
      "The connector's runs with start, end and totals: read, delivered, skipped, failed, unknown, unchanged and left out. Open a run to see its records and messages.",
    ],
    related: ['run', 'runs', 'connector-problems'],
  },
  {
    id: 'connector-transactions',
    title: 'Connector page: Transactions',
    words: 'records items deliveries log',
    text: [
      "Records with their result, duration and the destination's response. To search in payloads, use the [Investigator](/help-center/studio-investigator).",
    ],
    related: ['studio-investigator', 'connector-problems'],
  },
  {
    id: 'connector-problems',
    title: 'Connector page: Problems',
    words: 'errors failed records groups causes assign resolve retry',
    text: [
      "Records that failed for the same reason are grouped. Each group shows the error code, count, start and the other system's response.",
      '- Retry opens a plan beside the group. It shows which records would be sent again, and why. Nothing is sent before you select Send.',
      '- "Ask first" marks records that may have arrived. "Will probably fail again" marks records that failed before and have not changed. You can still select both kinds.',
      '- Dry run shows what each record becomes. Open in Replay shows the same plan on the Replay page.',
      '- Assign a problem to a colleague, or resolve it. A resolved problem reopens if it happens again.',
    ],
    related: ['studio-replay', 'topic-troubleshooting'],
  },
  {
    id: 'connector-timeline',
    title: 'Connector page: Timeline',
    words: 'history who changed deployments versions compare previous rollback restore older diff changed schedule yesterday',
    text: [
      'All activity in order: starts, ends, deployments and changes, with the person who made them.',
      '- A deployment shows its changes, both versions and the person.',
      '- To compare or restore versions, open the [Config Editor](/help-center/studio-config-editor) in the studio.',
    ],
    related: ['studio-config-editor', 'setting-rollback', 'settings-audit'],
  },
  {
    id: 'connector-analytics',
    title: 'Connector page: Analytics',
    words: 'charts statistics volume latency forecast trend',
    text: [
      'Volume, latency and error rate of this connector for a period. With enough data, you can also see a forecast for the next 3 periods.',
    ],
    related: ['dashboard', 'studio-universe'],
  },
  {
    id: 'connector-alerts',
    title: 'Connector page: Alerts',
    words: 'alarm notify mail email when fails late quiet mute silence snooze',
    text: [
      'Checks for missing runs, missing data, unusual volume and too many failures. Each alert shows its reason.',
      '- Acknowledge an alert to take care of it. Mute it to stop notifications for a while.',
      '- Send a test alert to see who receives it.',
    ],
    related: ['setting-alerts', 'setting-mute', 'alerts', 'account-notifications'],
  },
  {
    id: 'connector-settings',
    title: 'Connector page: Settings',
    words:
      'webhook cursor export copy duplicate delete a connector what happens when I delete deleted records removed in the destination',
    text: [
      'The webhook with its secret, and the start of the next run. You can also export, copy or delete the connector.',
      '- Set the monthly budget, the number of parallel deliveries, and whether payloads are stored.',
      '- Deleting a connector stops new deliveries. Records in the destination stay there.',
    ],
    related: ['setting-webhook-trigger', 'setting-cursor', 'setting-options', 'setting-export'],
  },
  {
    id: 'run',
    title: 'Run page',
    words: 'execution records sums report stop',
    text: [
      'What a run read and what happened to each record. All records are accounted for: delivered, skipped, failed, unknown, unchanged or left out.',
      "- Stop ends an open run. The page also shows records that haven't been sent yet.",
    ],
    related: ['connector-runs', 'run-outcome-unknown', 'run-nothing-delivered'],
  },
  {
    id: 'runs',
    title: 'All runs',
    words: 'executions list of every connector',
    href: '/runs',
    text: ['Runs of all connectors, newest first. Filter by connector, result and time.'],
    related: ['run', 'integration-engine'],
  },
  {
    id: 'alerts',
    title: 'Alerts',
    words: 'alerts list bell notifications',
    href: '/alarms',
    text: [
      "Alerts of all connectors with their reasons. Set the rules on each connector's page. The bell in the header counts active alerts.",
    ],
    related: ['connector-alerts', 'setting-alerts', 'setting-mute'],
  },
  {
    id: 'integration-setup',
    title: 'Integration Setup',
    words: 'new create begin import file move connector to another company template from scratch',
    href: '/integration-setup',
    text: ['Create a connector from scratch, from a template, or from an exported file. It stays a draft until you deploy it.'],
    related: ['topic-integration', 'setting-import', 'connector-library'],
  },
  {
    id: 'integration-engine',
    title: 'Integration Engine',
    words: 'running waiting queue processes',
    href: '/integration-engine',
    text: ['What the engine is doing now: running, scheduled, queued and failed connectors.'],
    related: ['runs', 'dashboard'],
  },
  {
    id: 'connector-library',
    title: 'Connector Library',
    words: 'templates ready made marketplace catalogue use a template',
    href: '/connector-library',
    text: [
      'Templates for common systems. Choose where records come from and where they go, or a category. Each template lists what you need: credentials, URLs and permissions.',
      'Select Use template to create your own draft.',
    ],
    related: ['library-connector', 'integration-setup'],
  },
  {
    id: 'library-connector',
    title: 'Library connector page',
    words: 'template use start',
    text: [
      "Shows what the template reads and sends, what you need, and who published it. Use template creates your own draft. Later template changes don't affect it.",
    ],
    related: ['connector-library', 'template-not-found'],
  },
  {
    id: 'your-marketplace',
    title: 'Your Marketplace',
    words: 'published public shared connectors mine',
    href: '/your-marketplace',
    text: ['Connectors published by companies. Under Yours, you can edit or withdraw the connectors you published.'],
    related: ['publish-connector', 'connector-library'],
  },
  {
    id: 'connections',
    title: 'Connections',
    words: 'credentials credential password token secret account share rotate replace reuse login connection address',
    href: '/connections',
    text: [
      "A connection is the address and the credentials of one system. Store it once and use it in many connectors. If you replace its secret here, the next run of each connector uses the new secret. You don't need to deploy.",
      'Select the connection in the Source, Destination or Enrichment step. The URL there must begin with the URL of the connection. A saved secret is only ever sent to its own address. If you change the address, update the URL in each connector and deploy it.',
      'The page of a connection has four parts. Overview contains the last tests. Used by lists its connectors. There you can replace the connection in many connectors at once. It also lists connectors that have the same address and secret.',
      'Under Access, share the connection with everyone or with selected people, or hand it over. People who use it never see the secret. History says who changed what.',
      'In a step with saved credentials, you can create a connection from them. An exported connector contains the names of its connections, never their secrets.',
      "If you switch a connection off, new runs wait until you switch it on again. Webhook events are stored. Runs in progress stop sending within seconds and keep their records. You can't delete a connection that connectors use. If requests with a connection fail, its owner gets an alert.",
      "For systems with a sign-in page, select “Sign in (OAuth 2.0)” and an app. You sign in on the page of the system and come back here. An administrator adds an app once, with its client ID and client secret. Access is renewed automatically if the system allows it. If the system ends it, the connection is “Disconnected”. Runs wait, and webhook events are stored. Open the connection and select “Reconnect”. If you sign in with another account, you confirm it first. Some systems, such as GitHub, don't name the account.",
      'For an HTTP API, you can limit the requests per second and the requests at the same time. All connectors that use the connection share these limits. Limits that the system states in its responses count as well. Other connections to the same system have separate limits.',
    ],
    related: ['setting-authentication', 'setting-secrets', 'builder-source'],
  },
  {
    id: 'publish-connector',
    title: 'Publish a connector',
    words: 'share with others public template generate share colleagues template',
    text: [
      "Creates a template that other companies can use. Secrets and example values are not published. You'll see a preview before you publish.",
    ],
    related: ['your-marketplace', 'setting-secrets'],
  },
  {
    id: 'list-mode-demo',
    title: 'List mode demo',
    words: 'mockdemo list processing paging try',
    href: '/mockdemo',
    text: ['Shows how the built-in shop pages its orders, and what each type reads.'],
    related: ['setting-list-processing', 'setting-paging'],
  },
])
