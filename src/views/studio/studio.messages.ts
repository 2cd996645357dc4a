import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')

/** The frame of the Integration Studio: its head, its tabs and what goes wrong before a tab is there. `studio-account-settings.md` sections 2 and 8. */
export const studioMessages = {
  title: (name: string) => `Integration Studio: ${name}`,
  untitled: 'Integration Studio',
  back: 'Go Back',
  dashboard: 'Dashboard',
  load: 'Load Analytics Data',
  sections: 'Studio sections',
  loading: 'Loading the integration…',
  loadingTab: 'Loading…',
  tabs: {
    universe: 'Universe',
    investigator: 'Investigator',
    replay: 'Replay',
    renderer: 'Renderer',
    'config-editor': 'Config Editor',
    'ai-insights': 'AI Insights',
    'health-score': 'Health Score',
    telemetry: 'Telemetry',
    'network-rules': 'Network Rules',
  },
  /** A refused record beside the one that has its value already. */
  both: {
    title: ({ other }: RecordNoun) => `Both ${other}`,
    same: (field: string, value: string | null) => `Both have “${value ?? ''}” in ${field}. Fields that differ are marked.`,
    alone: ({ one }: RecordNoun, field: string, value: string | null) =>
      value === null
        ? `This ${one} has no value in ${field}.`
        : `We found no delivered ${one} with “${value}” in ${field}. The other record may exist only in the destination.`,
    refused: 'Refused',
    delivered: 'Delivered',
    stages: { read: 'As read', made: 'As sent', answered: 'Response' },
    unknown: 'Not stored.',
    whole: 'Whole value',
    none: 'No value',
    differs: 'Differs',
  },
  soon: { title: (tab: string) => `${tab}: coming soon`, text: 'Coming soon.' },
  failed: 'Failed to load integration',
  retry: 'Retry',
  missing: {
    title: 'Connector not found',
    text: "This connector doesn't exist or was deleted.",
    meanwhile: 'Someone deleted this connector. Your text stays while this page is open.',
    all: 'All connectors',
  },
  unconfigured: {
    title: 'Configuration Not Found',
    text: "The server's response contains no readable configuration.",
    reload: 'Reload Page',
  },
  uncounted: {
    title: 'Transaction Data Error',
    what: 'Failed to load transactions',
    text: 'Could not fetch transaction data. Please try again later',
    load: 'Load From Analytics',
    details: 'Go to Details Page',
  },
  loaded: 'Transactions loaded successfully',
  counting: 'Counting the transactions…',
  notCounted: 'Number of transactions unknown.',
  none: 'No transactions in this period · counted {read}',
  count: counted({
    one: '# transaction, from {at} · counted {read}',
    other: '# transactions, newest {at} · counted {read}',
  }),
}
