import { loginHistoryTexts as texts } from '#contract/account/security-texts.ts'
import type { User } from '#contract/auth/auth.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { signInCheckMachine } from '../../../services/account/login-history.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { ChainState } from '../../kit/feedback/ChainState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { loginHistoryMessages as messages } from './login-history.messages.ts'
import { SignInsSection } from './SignInsSection.tsx'
import { Stack } from './stack.ts'

const tabs = { own: texts.own, company: texts.company } as const

/** Who signed in: the person, and for administrators everybody in the company. */
export function LoginHistoryTab({ user, title }: AccountTabProps) {
  const { read, move } = usePlace()
  const shown = user.role !== 'USER' && read('of') === 'company' ? 'company' : 'own'
  const own = <SignInsSection user={user} of="user" title={texts.own} />
  return (
    <PageFrame title={title} where={accountMessages.page} sub={user.role === 'USER' ? texts.own : undefined}>
      {user.role === 'USER' ? (
        own
      ) : (
        <Tabs
          label={messages.tabs}
          tabs={tabs}
          chosen={shown}
          onChoose={(it) => move({ of: it === 'own' ? null : it, page: null })}
        >
          {shown === 'own' ? own : <Company user={user} />}
        </Tabs>
      )}
    </PageFrame>
  )
}

function Company({ user }: { readonly user: User }) {
  const access = useAccess()
  const actor = useMachine(() => signInCheckMachine(access, user.companyId), [access, user.companyId], { query: {} })
  return (
    <Stack>
      <ChainState actor={actor} of={messages.name} />
      <SignInsSection user={user} of="company" title={texts.company} />
    </Stack>
  )
}
