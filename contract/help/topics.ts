/** The three quick topics of the Help Center: what each is called, and what a click on it sends to the assistant. `studio-account-settings.md` section 2. */
import type { Article } from './article.ts'

export const helpTopics = {
  integration: { title: 'Integration', about: 'Build, deploy and start a connector', message: 'How do I build an integration?' },
  troubleshooting: {
    title: 'Troubleshooting',
    about: 'Find out why records fail, and send them again',
    message: 'Which of my connectors need attention, and why?',
  },
  mapping: { title: 'Mapping', about: 'Fill the fields of the destination', message: 'How do I map fields to the destination?' },
} as const
export type HelpTopic = keyof typeof helpTopics

export const topicArticleId = (topic: HelpTopic) => `topic-${topic}`

export const topicArticles: readonly Article[] = [
  {
    id: 'topic-integration',
    kind: 'topic',
    title: 'Build an integration',
    words:
      'start begin first new create build sync copy move orders from one system into another connect systems getting started tutorial set up',
    href: '/integration-setup',
    text: [
      'A connector reads records from a source and sends them to a destination. It can add data from other systems.',
      '1. Open [Integration Setup](/integration-setup) and start from scratch, from a template, or from a file.',
      '2. Source: enter the URL and the authentication, then send the test request. Choose whether each list item is a record.',
      '3. Destination: enter where to send the records.',
      '4. Mapping: choose which source field fills which destination field. Without a mapping, records pass through unchanged.',
      '5. Review: check the validation, do a dry run, and deploy. Nothing is sent before that.',
      'After that, the connector page shows every run and record.',
    ],
    related: ['builder-source', 'builder-destination', 'builder-mapping', 'builder-review', 'connector-library'],
  },
  {
    id: 'topic-troubleshooting',
    kind: 'topic',
    title: 'Find out why a connector fails or does not run',
    words:
      'broken error wrong problem red failing failures explain did not run why has it not started stopped missing last night late',
    href: '/dashboard',
    text: [
      'The [dashboard](/dashboard) lists connectors that need attention first, with the reason.',
      "1. Open the connector. Its page shows what failed, since when, and the other system's response.",
      '2. Open the Problems tab. Records with the same error form a group, which shows what to do.',
      '3. Fix the cause in the configuration or in the other system.',
      '4. Select Replay on the Problems tab or in the Integration Studio to resend failed records.',
      'Is a connector overdue, or did it not start? Check whether it is paused, and whether its schedule uses the right time zone. Also check whether the previous run was still in progress. The Timeline tab shows each start.',
      "Looking for one record? Search all records in the studio's Investigator.",
    ],
    related: ['connector-problems', 'connector-timeline', 'studio-investigator', 'studio-replay', 'setting-schedule'],
  },
  {
    id: 'topic-mapping',
    kind: 'topic',
    title: 'Map fields',
    words: 'assign columns attribute transform convert field empty value missing',
    text: [
      'Each mapping fills one destination field from one source field.',
      '1. Send the test request in the Source and Destination steps to load their fields.',
      '2. Accept the right suggestions, and choose a source for each required field.',
      '3. To change a value, add a transform: a default, upper or lower case, a date format or decimals. Or use a table of values, part of a text, or a condition.',
      '4. The column "Example: in → out" shows the result. Check mapping validates it on the server.',
      "A destination field stays empty without a mapping, or if no record has its path. The connector's Problems tab lists these fields.",
    ],
    related: ['builder-mapping', 'setting-transforms', 'mapping-failed', 'mapping-path-absent', 'mapping-empty'],
  },
  {
    id: 'topic-nothing',
    kind: 'topic',
    title: 'A run succeeds and nothing arrives',
    words: 'no records arrive zero empty no data no new rows today missing at destination green',
    text: [
      'The run page shows how many records were read. Start with that number.',
      '- No records read: the source had nothing new, or the list path or a query parameter is wrong. The Settings tab shows where the next run starts.',
      '- Records skipped: an enrichment found nothing, or they may have arrived before.',
      '- Records unchanged: they were already delivered with the same content.',
      "- Records left out: they don't meet the connector's filter. Check the filter in the Mapping step.",
      '- Records delivered: the destination confirmed each one. Open one to read the response, then check the destination at the URL shown.',
    ],
    related: ['run', 'setting-cursor', 'source-no-list', 'setting-enrichment'],
  },
  {
    id: 'topic-slow',
    kind: 'topic',
    title: 'A connector is slow',
    words: 'runs take so long performance speed faster latency bottleneck duration optimise',
    text: [
      "The flow on the connector page shows each step's latency. Find the slow step.",
      '- Source: read larger pages, or only changes.',
      '- Enrichment: request several records at once, and cache responses for longer.',
      '- Destination: send many records as one list, if it accepts lists. If it responds with 429, it limits the pace.',
      "- Many retries: the Problems tab shows the other system's response.",
    ],
    related: ['connector-analytics', 'setting-paging', 'setting-cursor', 'setting-enrichment', 'setting-list-processing'],
  },
]
