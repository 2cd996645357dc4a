import { failedJobDays, type JobQueueState } from '#contract/admin/jobs.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { number } from '../../kit/format/numbers.ts'

const counted = countedIn('en')

export const jobsMessages = {
  title: 'Background jobs',
  name: 'background jobs',
  busy: (busy: number, all: number) => `${number(busy)} of ${number(all)} queues ${busy === 1 ? 'has' : 'have'} jobs`,
  idle: (queues: string) => `No jobs: ${queues}`,
  columns: {
    queue: 'Job',
    active: 'Running',
    waiting: 'Waiting',
    later: 'Due later',
    oldest: 'Longest wait',
    failed: 'Failed',
    reason: 'Reason',
    attempts: 'Attempts',
    failedAt: 'Failed',
    retry: 'Action',
  },
  queues: {
    mail: 'Messages',
    'company-mail': 'Company mail servers',
    'mail-sweep': 'Unqueued messages and webhooks',
    webhook: 'Outgoing webhooks',
    'company-export': 'Company data files',
    'bulk-action': 'Bulk actions',
    'export-expiry': 'Expired company data files',
    'own-data-file': 'Personal data files',
    'own-data': 'Account deletions',
    retention: 'Retention scheduling',
    'company-retention': 'Retention and backups',
    'company-removal': 'Company deletions',
    'version-notices': 'Template updates',
    'certificate-notices': 'Certificate expiry',
    alerts: 'Alerts',
    'maintenance-window': 'Planned maintenance',
    'hourly-maintenance': 'Hourly maintenance',
    'daily-maintenance': 'Daily maintenance',
    'cold-ledger': 'Cold ledger',
    billing: 'Billing',
    payments: 'Payments',
    'payload-erasure': 'Payload erasure',
    deployment: 'Deployments',
    afterwards: 'Follow-up requests',
    'afterwards-sweep': 'Unqueued follow-up requests',
    'deployment-sweep': 'Unqueued deployments',
  } satisfies Record<JobQueueState['queue'], string>,
  failed: {
    title: 'Failed jobs',
    note: counted({ one: `# job, deleted after ${failedJobDays} days`, other: `# jobs, deleted after ${failedJobDays} days` }),
  },
  retry: {
    title: (queue: string) => `Retry “${queue}”?`,
    action: 'Retry',
    text: 'The job starts again within 30 seconds.',
  },
  retried: 'Job queued for retry',
} as const
