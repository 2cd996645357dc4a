import type { CompanyStatus } from '#contract/admin/company.lifecycle.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** What is said of the companies of the installation. */
export const customersMessages = {
  title: 'Customers',
  name: 'customers',
  search: 'Search customers',
  filter: 'Status',
  filters: { all: 'All', active: 'Active', suspended: 'Suspended' },
  viewAll: counted({ one: 'View the customer', other: 'View all # customers' }),
  none: 'No customers yet',
  noneMore: 'Companies appear here when they sign up.',
  noneFits: 'No customer fits the search',
  noneFitsMore: 'Search for another name, or clear the filter.',
  columns: {
    name: 'Company',
    plan: 'Plan',
    people: 'People',
    connectors: 'Connectors',
    attention: 'Health',
    records: 'Records this month',
    failed: 'Failed',
    lastActive: 'Last active',
    status: 'Status',
  },
  health: {
    alerts: counted({ one: '# alert', other: '# alerts' }),
    failed: counted({ one: '# failed', other: '# failed' }),
    fine: 'No alerts',
    empty: 'No connectors',
  },
  notActive: 'Not in 30 days',
  status: { active: 'Active', suspended: 'Suspended' } satisfies Record<CompanyStatus, string>,
  details: {
    name: 'customer',
    workspace: 'Workspace',
    since: 'Customer since',
    connectors: 'Connectors',
    ofAll: (active: string, all: string) => `${active} active of ${all}`,
    openRuns: 'Open runs',
    heldEvents: 'Webhook events held',
    administrators: 'Administrators',
    noAdministrators: 'None who may sign in',
    suspension: 'Suspended because',
    by: (name: string) => `by ${name}`,
    note: 'Note',
    noNote: 'No note',
    operator: 'This is the company of an operator: it cannot be suspended.',
  },
  actions: { suspend: 'Suspend', reactivate: 'Reactivate', note: 'Edit note' },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    text: 'Within 5 seconds nobody of the company can sign in or continue, API keys are refused, runs are paused, and outgoing webhooks are held. Nothing is lost. Its administrators get an email with the reason.',
    reason: 'Reason',
    done: (name: string) => `${name} is suspended`,
  },
  reactivate: {
    title: (name: string) => `Reactivate ${name}?`,
    text: 'Its people can sign in again, runs and webhooks continue where they stopped, and its administrators get an email.',
    done: (name: string) => `${name} is active again`,
  },
  note: {
    title: (name: string) => `Note on ${name}`,
    field: 'Note',
    hint: 'Only operators see it.',
    save: 'Save note',
    done: 'Note saved',
  },
}
