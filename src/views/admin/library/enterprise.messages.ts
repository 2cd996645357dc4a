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
  noneMore: 'Publish a connector from Your Marketplace, then choose its companies here.',
  marketplace: 'Open Your Marketplace',
  noneFits: 'No matching connectors.',
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
  status: { waiting: 'Waiting for approval', approved: 'Approved', declined: 'Declined' } satisfies Record<
    PublicationStatus,
    string
  >,
  decision: {
    title: 'Decision',
    waits: 'Other companies find this version after your approval. Until then, they keep the last approved version.',
    submitted: 'Submitted',
    submittedBy: (person: string) => `by ${person}`,
    look: 'See its configuration',
    approve: 'Approve',
    decline: 'Decline',
    approveTitle: (name: string) => `Approve “${name}”?`,
    declineTitle: (name: string) => `Decline “${name}”?`,
    approveText: (hosts: string) => `The selected companies can find it from now on. It connects to: ${hosts}.`,
    noHosts: 'no separate address',
    reason: 'Reason',
    reasonHint: 'The publisher sees this reason, and can edit the connector and request approval again.',
    declinedFor: 'Declined because',
    done: { approve: 'Public connector approved', decline: 'Public connector declined' },
  },
  chosen: counted({ one: '# company', other: '# companies' }),
  details: {
    name: 'published connector',
    hosts: 'Connects to',
    companies: 'Offered to',
    uses: 'Used by',
    noUses: 'Not used by any company yet.',
    used: counted({ one: '# connector', other: '# connectors' }),
    behind: counted({ one: '# of an earlier version', other: '# of an earlier version' }),
    versions: 'Versions',
    version: (revision: string) => `Version ${revision}`,
    first: 'First known version',
    same: 'Same configuration as the previous version',
    absent: 'not set',
    change: (before: string, after: string) => `${before} → ${after}`,
    effect: counted({
      one: '# connector runs an earlier version. Its company decides when to update.',
      other: '# connectors run an earlier version. Their companies decide when to update.',
    }),
  },
  outside: { title: 'Linked connector', note: 'Not on this page of the list' },
  offer: {
    open: 'Change audience',
    title: (name: string) => `Offer ${name}`,
    audience: 'Offered to',
    descriptions: {
      everyone: 'All companies can find it among the public connectors.',
      chosen: 'Only the companies you name can find it.',
      nobody: 'No other company can find it.',
    } satisfies Record<Audience, string>,
    companies: 'Companies',
    companiesHint: 'One name per line. If several companies share a name, enter the workspace name.',
    text: 'Connectors created from it stay. The publishing company always sees it.',
    save: 'Save',
    done: 'Companies saved',
  },
}
