import { countedIn } from '../kit/format/counted.ts'

const counted = countedIn('en')

/** What the Admin Console says to administrators of a company. */
export const companyMessages = {
  name: 'your company',
  heading: {
    fine: 'Nothing needs your attention',
    waiting: counted({ one: '# item needs your attention', other: '# items need your attention' }),
  },
  stats: {
    people: 'People',
    people2: (deactivated: string) => `${deactivated} deactivated`,
    allActive: 'All active',
    factors: 'With MFA',
    ofPeople: (all: string) => `of ${all}`,
    share: (share: string) => `${share} of active people`,
    connectors: 'Connectors',
    records: 'Records, past 24 h',
    failedShare: (share: string) => `${share} failed`,
    noRecords: 'No records processed',
    alerts: 'Open alerts',
    seeAlerts: 'See alerts',
  },
  health: {
    title: 'Connectors by health',
    names: {
      failing: 'Failing',
      degraded: 'Degraded',
      deploying: 'Deploying',
      waiting: 'Waiting',
      running: 'Run in progress',
      noRecentData: 'No recent data',
      healthy: 'Healthy',
      paused: 'Paused',
      draft: 'Draft',
    },
    none: 'No connectors yet.',
    all: 'See connectors',
  },
  waiting: {
    title: 'Waiting for you',
    none: 'Nothing to do.',
    unconfirmed: counted({
      one: "# person hasn't confirmed their account",
      other: "# people haven't confirmed their accounts",
    }),
    invitations: counted({ one: '# invitation is open', other: '# invitations are open' }),
    deletions: counted({ one: '# person requested deletion', other: '# people requested deletion' }),
    retention: counted({ one: '# retention run needs confirmation', other: '# retention runs need confirmation' }),
    support: counted({ one: '# open support request', other: '# open support requests' }),
    noFactor: counted({ one: "# person hasn't enabled MFA", other: "# people haven't enabled MFA" }),
  },
  usage: 'plan usage',
  changes: { title: 'Latest changes', name: 'latest changes', all: 'See the audit log', none: 'No changes recorded yet.' },
  links: {
    title: 'Settings',
    team: 'Team',
    plan: 'Plan and usage',
    security: 'Security',
    addresses: 'IP addresses',
    retention: 'Retention',
    audit: 'Audit log',
  },
  system: 'System',
}
