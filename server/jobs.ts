/** The background jobs: which queue each has, how it is retried, when it is due and what runs it. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { doExport, exportTriesMax } from './features/admin/export/export-job.ts'
import { expireExports, sweepExports } from './features/admin/export/exports.repository.ts'
import { judgeOnce } from './features/alerts/alarm-evaluation.ts'
import { announceCertificates } from './features/auth/sso/sso-notices.ts'
import { tellOfVersions } from './features/library/version-notices.ts'
import type { Config } from './platform/config/config.ts'
import type { Tables } from './platform/database/tables/tables.ts'
import { type Job, job } from './platform/jobs/boss.ts'
import { type MailerDeps, sendMessage } from './platform/mail/mailer.ts'
import { sweepMessages } from './platform/mail/messages.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly config: Pick<Config, 'role' | 'publicUrl'>
  readonly mail: Omit<MailerDeps, 'db' | 'log'>
}

const minute = 60
const hour = 60 * minute

/** One at a time in all processes, queued by the clock. A job that fails twice waits for its next time. */
const periodic = { policy: 'exclusive', retries: 1, backoff: [5, 60], expire: 15 * minute } as const

export function jobsOf({ db, log, config, mail }: Deps): readonly Job[] {
  const { publicUrl, role } = config
  const mails = { policy: 'standard', retries: 2, backoff: [1, 60], expire: 5 * minute, runsHere: role !== 'worker' } as const
  const deps = { db, log, ...mail }
  return [
    job({ queue: 'mail', ...mails, concurrency: 4, poll: 10, handle: ({ id }, { signal }) => sendMessage(deps, id, signal) }),
    // A company's server that does not answer takes one worker, so that it delays no other company.
    job({
      ...{ queue: 'company-mail', ...mails, concurrency: 16, groupConcurrency: 1, poll: 30 },
      handle: ({ id }, { signal }) => sendMessage(deps, id, signal),
    }),
    job({ queue: 'mail-sweep', ...periodic, every: 10 * minute, first: 1, handle: () => sweepMessages(db) }),
    job({
      // A process that stops uses up an attempt of the queue, but none of the export.
      ...{
        queue: 'company-export',
        policy: 'standard',
        retries: 2 * exportTriesMax,
        backoff: [2, 60],
        expire: 2 * hour,
        poll: 10,
      },
      handle: ({ id }, context) => doExport(db, id, context),
    }),
    job({
      ...{ queue: 'export-expiry', ...periodic, every: minute, first: 2 },
      handle: async () => {
        await expireExports(db)
        await sweepExports(db)
      },
    }),
    job({
      ...{ queue: 'version-notices', ...periodic, every: minute },
      handle: (_, { signal }) => tellOfVersions({ db, publicUrl }, () => signal.aborted),
    }),
    job({
      ...{ queue: 'certificate-notices', ...periodic, every: hour, first: minute },
      handle: () => announceCertificates({ db, publicUrl }),
    }),
    job({
      ...{ queue: 'alerts', ...periodic, every: minute },
      handle: (_, { signal }) => judgeOnce({ db, publicUrl, isOver: () => signal.aborted }),
    }),
  ]
}
