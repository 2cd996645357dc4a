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
      'The connector at one look for a chosen period: status, throughput, processing time, success rate, and the flow from source to destination.',
    ],
    related: ['connector-overview', 'studio-investigator'],
  },
  {
    id: 'studio-investigator',
    title: 'Integration Studio: Investigator',
    words: 'search find one order customer record payload transaction look for went through specific',
    text: [
      'Finds records among everything that went through the connector, by words of their payload, by status and by time.',
      '- View Payload shows the record as it was read and as it was sent, with secrets masked.',
      '- Selected records can be exported or replayed.',
    ],
    related: ['studio-replay', 'connector-transactions'],
  },
  {
    id: 'studio-replay',
    title: 'Integration Studio: Replay',
    words: 'resend send failed records again retry reprocess repeat duplicate twice',
    text: [
      'Sends records again. A replay sends actual data, so it shows a plan first: what would be sent and what may have arrived already. It also shows what is left out because a later version arrived.',
      '1. Choose the records, their time frame, how many, and the delay between two.',
      '2. Read the plan.',
      '3. Press Start Replay. You can leave the page; the result stays.',
    ],
    related: ['replay-not-kept', 'replay-overtaken', 'connector-problems'],
  },
  {
    id: 'studio-renderer',
    title: 'Integration Studio: Renderer',
    words: 'view json payload table chart sample upload paste',
    text: ['Shows a payload as JSON, as a table or as a chart: that of a transaction, of a file, of the clipboard, or a sample.'],
    related: ['studio-investigator', 'renderer-upload-failed'],
  },
  {
    id: 'studio-config-editor',
    title: 'Integration Studio: Config Editor',
    words: 'edit configuration as json text publish validate versions compare difference two people edit same time conflict',
    text: [
      'The whole configuration as JSON. Secrets are not in it.',
      '- Validate checks all sections. Publish saves the draft; Deploy Now makes it live.',
      '- The list of versions shows what each one changed. Restore takes an earlier version into the editor; secrets stay as they are now.',
    ],
    related: ['setting-rollback', 'connector-timeline', 'config-not-valid'],
  },
  {
    id: 'studio-ai-insights',
    title: 'Integration Studio: AI Insights',
    words: 'findings anomalies recommendations drift schema credential expire batch odd unusual',
    text: [
      'Shows what is unusual in the records of this connector in the selected time. Rules find it, not a model: new causes of failures, a field that failed records share, more failures, or unusual volume. Also slower steps, runs that read nothing, repeated requests, waiting records, and missing mapped fields. Also changed source fields, records sent one by one, and credentials that expire within two weeks.',
      '- Each finding says what was counted and links to it. Differences are shown where chance explains them badly, after a correction for all comparisons that were made.',
      '- The button of a finding opens the page where something can be done, such as the plan of a replay.',
      '- Dismiss hides a finding for everyone in the company, with a reason; it can be shown again.',
    ],
    related: ['connector-problems'],
  },
  {
    id: 'studio-health-score',
    title: 'Integration Studio: Health Score',
    words: 'rating points healthy',
    text: ['One score for the health of the connector, with its parts and what would improve it.'],
    related: ['connector-overview'],
  },
  {
    id: 'studio-telemetry',
    title: 'Integration Studio: Telemetry',
    words: 'percentile latency p95 traces',
    text: ['Calls, latency and errors by step and by host over time.'],
    related: ['connector-analytics'],
  },
  {
    id: 'studio-network-rules',
    title: 'Integration Studio: Network Rules',
    words: 'hosts allowed egress',
    text: ['Which hosts this connector may reach, and which requests were refused.'],
    related: ['egress-refused'],
  },
])
