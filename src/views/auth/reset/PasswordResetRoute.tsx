import { useSelector } from '@xstate/react'

import type { PasswordRules } from '#contract/auth/password-rules.ts'
import { selectPage, selectStage } from '#src/machines/kit/list.machine.ts'
import { livePasswordResetMachine, resetRulesMachine } from '#src/services/auth/password-reset.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useLinkToken } from '../../kit/use-link-token.ts'
import { passwordMessages as messages } from '../password.messages.ts'
import { PasswordResetPage } from './PasswordResetPage.tsx'

/** Where the link of a forgotten password leads. */
export function PasswordResetRoute() {
  const { token } = useLinkToken()
  return token === null ? <Reset token={null} policy={null} /> : <WithRules token={token} />
}

/** What the password must be is the company's: it is read by the link, before anything is typed. */
function WithRules({ token }: { readonly token: string }) {
  const rules = useMachine(() => resetRulesMachine(token), [token], { query: {} })
  const [policy] = useSelector(rules, selectPage<PasswordRules>)?.items ?? []
  const hasFailed = useSelector(rules, selectStage) === 'failed'
  if (policy === undefined && !hasFailed) return <Spinner label={messages.loading} />
  return <Reset token={token} policy={policy ?? null} />
}

type ResetProps = { readonly token: string | null; readonly policy: PasswordRules | null }

function Reset({ token, policy }: ResetProps) {
  return <PasswordResetPage actor={useMachine(() => livePasswordResetMachine, [], { token, policy })} />
}
