import { lazy, Suspense, useMemo } from 'react'

import type { User } from '#contract/auth/auth.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import type { Access } from '../services/kit/api-client.ts'
import { sessionClockFor } from '../services/shell/session-clock.actors.ts'
import type { StartReading } from '../services/shell/start.service.ts'
import { SessionClock } from '../views/auth/sign-in/SessionClock.tsx'
import { Spinner } from '../views/kit/feedback/Spinner.tsx'
import { shellMessages } from '../views/shell/shell.messages.ts'

const Mfa = lazy(async () => ({ default: (await import('../views/account/security/MfaSection.tsx')).MfaSection }))
const Password = lazy(async () => ({ default: (await import('../views/account/security/PasswordSection.tsx')).PasswordSection }))

type SessionClockMountProps = {
  readonly access: Access
  readonly start: StartReading
  readonly user: User
  /** Loads the page again: what it asked for before was refused. */
  readonly onPrepared: () => void
}

/** Watches the session of the person. */
export function SessionClockMount({ access, start, user, onPrepared }: SessionClockMountProps) {
  const own = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  const actor = useMachine(() => sessionClockFor(access, start, onPrepared), [access, start, onPrepared])
  return (
    <SessionClock
      actor={actor}
      draw={(stage, finish) => (
        <Suspense fallback={<Spinner label={shellMessages.loading} />}>
          {stage === 'set-up-mfa' ? <Mfa own={own} /> : <Password own={own} onChanged={finish} />}
        </Suspense>
      )}
    />
  )
}
