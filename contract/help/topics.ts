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
      'A connector reads records from a source and sends them to a destination. It can add values from other systems.',
      '1. Open [Integration Setup](/integration-setup) and choose how to begin: from scratch, from a template, or from a file.',
      '2. Source: enter the address and the authentication, then send the test request. Say whether each item of a list is a record.',
      '3. Destination: enter where the records go.',
      '4. Mapping: say which field of the source fills which field of the destination. Without a line every record passes through unchanged.',
      '5. Review: read the validation, make a dry run, and press Deploy. Nothing is sent before that.',
      'After that the page of the connector shows every run and every record.',
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
      'The [dashboard](/dashboard) names the connectors that need attention first, each with its reason.',
      '1. Open the connector. Its page says what failed, since when, and what the other system answered.',
      '2. Open the tab Problems. Records that failed for the same reason are one group, with the error code and what to do.',
      '3. Mend the cause: in the configuration, or in the other system.',
      '4. Send the failed records again with Replay in the tab Problems, or with Replay in the Integration Studio.',
      'A connector did not run? Check whether it is paused, and whether its schedule uses the right time zone. Also check whether the previous run was still open. The tab Timeline shows each start.',
      'Looking for one record: the Investigator of the studio searches everything that went through.',
    ],
    related: ['connector-problems', 'connector-timeline', 'studio-investigator', 'studio-replay', 'setting-schedule'],
  },
  {
    id: 'topic-mapping',
    kind: 'topic',
    title: 'Map fields',
    words: 'assign columns attribute transform convert field empty value missing',
    text: [
      'Each line of the mapping fills one field of the destination with one field of the source.',
      '1. Send the test request in the steps Source and Destination, so that the fields of both sides are known.',
      '2. Take over the suggestions that are right, and choose a source for every required field.',
      '3. To change a value, add a rule: a default, upper or lower case, a date format or decimals. You can also use a table of values, part of a text, or a condition.',
      '4. The column "Example: in → out" shows what comes out. Check mapping asks the server.',
      'A field that stays empty at the destination has no line, or its path is in no record. The tab Problems of the connector says which.',
    ],
    related: ['builder-mapping', 'setting-transforms', 'mapping-failed', 'mapping-path-absent', 'mapping-empty'],
  },
  {
    id: 'topic-nothing',
    kind: 'topic',
    title: 'A run succeeds and nothing arrives',
    words: 'no records arrive zero empty no data no new rows today missing at destination green',
    text: [
      'The page of the run says how many records were read. What to look at depends on that figure.',
      '- Nothing was read? The source had nothing new, the path to the list is wrong, or a filter of the request excludes everything. The Settings tab shows where the next run begins.',
      '- Records were read and skipped, because an enrichment found nothing or they may have arrived before.',
      '- Records were read and are unchanged, because they were delivered before with the same content.',
      '- Records were delivered: the destination confirmed each one. Open one and read its answer; look in the destination in the place that its address names.',
    ],
    related: ['run', 'setting-cursor', 'source-no-list', 'setting-enrichment'],
  },
  {
    id: 'topic-slow',
    kind: 'topic',
    title: 'A connector is slow',
    words: 'runs take so long performance speed faster latency bottleneck duration optimise',
    text: [
      'The flow on the page of the connector shows the latency of each step, so look which one is slow.',
      '- Source: read larger pages, or only changes.',
      '- Enrichment: request a batch of records at once, and cache responses for longer.',
      '- Destination: send many records as one list, if it takes lists. If it answers with 429, it is the one that sets the pace.',
      '- Many retries: the tab Problems says what the other system answered.',
    ],
    related: ['connector-analytics', 'setting-paging', 'setting-cursor', 'setting-enrichment', 'setting-list-processing'],
  },
]
