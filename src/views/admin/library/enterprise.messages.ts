import type { Audience } from '#contract/library/enterprise-limits.ts'
import type { PublicationStatus } from '#contract/library/publication.lifecycle.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What is said of the library of the installation. */
export const enterpriseMessages = {
  title: 'Enterprise Library',
  name: 'published connectors',
  search: 'Search published connectors',
  none: 'Nothing published yet',
  noneMore: 'Publish a connector from Your Marketplace. Then choose here which companies it is offered to.',
  marketplace: 'Open Your Marketplace',
  noneFits: 'No published connector fits the search.',
  columns: {
    name: 'Connector',
    publisher: 'Published by',
    audience: 'Offered to',
    revision: 'Version',
    connectors: 'In use',
    behind: 'Earlier version',
    updated: 'Updated',
  },
  audience: { everyone: 'All companies', chosen: 'Chosen companies', nobody: 'Withdrawn' } satisfies Record<Audience, string>,
  status: { waiting: 'Waits for approval', approved: 'Approved', declined: 'Declined' } satisfies Record<
    PublicationStatus,
    string
  >,
  decision: {
    title: 'Decision',
    waits: 'Other companies find this version once you have approved it. A version that was approved before stays until then.',
    submitted: 'Submitted',
    submittedBy: (person: string) => `by ${person}`,
    look: 'See its configuration',
    approve: 'Approve',
    decline: 'Decline',
    approveTitle: (name: string) => `Approve “${name}”?`,
    declineTitle: (name: string) => `Decline “${name}”?`,
    approveText: (hosts: string) => `The companies that it is offered to find it from now on. It connects to: ${hosts}.`,
    noHosts: 'no separate address',
    reason: 'Reason',
    reasonHint: 'Its publisher reads it, and can change the connector and ask again.',
    declinedFor: 'Declined because',
    done: { approve: 'Public connector approved', decline: 'Public connector declined' },
  },
  chosen: counted({ one: '# company', other: '# companies' }),
  details: {
    name: 'published connector',
    hosts: 'Connects to',
    companies: 'Offered to',
    uses: 'Used by',
    noUses: 'No company uses it yet.',
    used: counted({ one: '# connector', other: '# connectors' }),
    behind: counted({ one: '# of an earlier version', other: '# of an earlier version' }),
    versions: 'Versions',
    version: (revision: string) => `Version ${revision}`,
    first: 'First known version',
    same: 'Same configuration as the version before',
    absent: 'not set',
    change: (before: string, after: string) => `${before} → ${after}`,
    effect: counted({
      one: '# connector runs with an earlier version. It changes only when its company changes it.',
      other: '# connectors run with an earlier version. They change only when their companies change them.',
    }),
  },
  offer: {
    open: 'Change audience',
    title: (name: string) => `Offer ${name}`,
    audience: 'Offered to',
    descriptions: {
      everyone: 'Every company finds it among the public connectors.',
      chosen: 'Only the companies that you name find it.',
      nobody: 'No other company finds it.',
    } satisfies Record<Audience, string>,
    companies: 'Companies',
    companiesHint: 'One name per line. Where several companies share a name, write the name of the workspace.',
    text: 'Connectors that were started from it stay as they are. The company that published it always sees it.',
    save: 'Save',
    done: 'Saved who it is offered to',
  },
}
