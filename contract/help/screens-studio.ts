/** Articles of the Integration Studio. */
import type { Article } from './article.ts'

type Written = Omit<Article, 'kind'>
const screens = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'screen', ...each }))

export const studioArticles = screens([
  {
    id: 'studio-universe',
    title: 'Integration Studio: Universe',
    words: 'overview flow diagram pipeline status throughput',
    text: [
      'The connector at a glance for a period: status, throughput, processing time, success rate, and the flow from source to destination.',
    ],
    related: ['connector-overview', 'studio-investigator'],
  },
  {
    id: 'studio-investigator',
    title: 'Integration Studio: Investigator',
    words: 'search find one order customer record payload transaction look for went through specific',
    text: [
      'Finds all records of the connector by words in their payload, status and time.',
      '- View Payload shows the record as read and as sent, with masked secrets.',
      '- Export or replay selected records.',
    ],
    related: ['studio-replay', 'connector-transactions'],
  },
  {
    id: 'studio-replay',
    title: 'Integration Studio: Replay',
    words: 'resend send failed records again retry reprocess repeat duplicate twice',
    text: [
      "Sends records again. You'll see a plan first: what would be sent, and what may have arrived already. It also shows records left out because a later version arrived or their destination was removed.",
      '1. Choose the records, their period, their number, and the pause between them.',
      '2. Read the plan.',
      '3. Select Start Replay. You can leave the page. The result stays.',
    ],
    related: ['replay-not-kept', 'replay-overtaken', 'connector-problems'],
  },
  {
    id: 'studio-renderer',
    title: 'Integration Studio: Renderer',
    words: 'view json payload table chart sample upload paste',
    text: ['Shows a payload as JSON, table or chart. Choose a transaction, a file, the clipboard or a sample.'],
    related: ['studio-investigator', 'renderer-upload-failed'],
  },
  {
    id: 'studio-config-editor',
    title: 'Integration Studio: Config Editor',
    words: 'edit configuration as json text publish validate versions compare difference two people edit same time conflict',
    text: [
      'The whole configuration as JSON, without secrets.',
      '- Validate checks all sections. Publish saves the draft. Deploy Now makes it live.',
      '- The version list shows the changes of each version. Restore loads an earlier version into the editor. Secrets keep their current values.',
    ],
    related: ['setting-rollback', 'connector-timeline', 'config-not-valid'],
  },
  {
    id: 'studio-ai-insights',
    title: 'Integration Studio: AI Insights',
    words: 'findings anomalies recommendations drift schema credential expire batch odd unusual',
    text: [
      "Shows what is unusual in this connector's records. Built-in checks find it, without an AI model: new causes of failures, fields that failed records share, more failures, or unusual volume. Also slower steps, empty runs, repeated requests, waiting records, and missing mapped fields. Also changed source fields, single requests, and credentials that expire within two weeks.",
      '- Each finding shows its counts with links. Differences are shown only if they are unlikely to be chance.',
      "- Each finding's button opens the right page, such as a replay plan.",
      '- Dismiss hides a finding for everyone in your company, with a reason. You can show the finding again.',
    ],
    related: ['connector-problems'],
  },
  {
    id: 'studio-health-score',
    title: 'Integration Studio: Health Score',
    words: 'rating points healthy',
    text: ["A score for the connector's health, with its parts and ways to improve it."],
    related: ['connector-overview'],
  },
  {
    id: 'studio-telemetry',
    title: 'Integration Studio: Telemetry',
    words: 'percentile latency p95 traces',
    text: ['Calls, latency and errors over time, by step and host.'],
    related: ['connector-analytics'],
  },
  {
    id: 'studio-network-rules',
    title: 'Integration Studio: Network Rules',
    words: 'hosts allowed egress',
    text: ['Hosts this connector can reach, and requests that were blocked.'],
    related: ['egress-refused'],
  },
])
