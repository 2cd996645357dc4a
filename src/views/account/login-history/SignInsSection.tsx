import { useMemo } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { disownMachine, signInFileMachine, signInListMachine } from '../../../services/account/login-history.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { midnight } from '../../kit/format/midnight.ts'
import { usePlace } from '../../kit/use-place.ts'
import { loginHistoryMessages as messages } from './login-history.messages.ts'
import { type SignInFilter, SignInFilters } from './SignInFilters.tsx'
import { SignInTable } from './SignInTable.tsx'
import { Stack } from './stack.ts'

type SignInsSectionProps = {
  readonly user: User
  readonly of: 'user' | 'company'
  readonly title: string
}

/** Sign-ins with their filters, which stand in the address. */
export function SignInsSection(props: SignInsSectionProps) {
  const { read, page, move } = usePlace()
  const result = read('success') ?? ''
  const filter: SignInFilter = {
    result: result === 'true' || result === 'false' ? result : '',
    ...{ address: read('address') ?? '', from: read('from') ?? '', to: read('to') ?? '' },
  }
  const change = ({ result: success, ...rest }: Partial<SignInFilter>, isTyped: boolean) =>
    move({ ...rest, ...(success === undefined ? {} : { success }), page: null }, isTyped)
  return (
    <Stack>
      <SignInFilters filter={filter} onChange={change} />
      <SignIns key={JSON.stringify([props.of, page, filter])} {...props} page={page} filter={filter} />
    </Stack>
  )
}

function SignIns({ user, of, title, page, filter }: SignInsSectionProps & { page: number; filter: SignInFilter }) {
  const access = useAccess()
  const { move } = usePlace()
  const [list, file, disown] = useMemo(() => {
    const whose = { kind: of, id: of === 'user' ? user._id : user.companyId }
    const reported = () => {
      void toast(messages.reported)
      navigate('/account?tab=mfa')
    }
    return [
      signInListMachine(access, whose),
      signInFileMachine(access, whose),
      disownMachine(access, user._id, reported),
    ] as const
  }, [access, of, user._id, user.companyId])
  const query = queryOf(filter)
  const actor = useMachine(() => list, [list], { query: { ...query, page } })
  const download = useMachine(() => file, [file], query)
  const disowning = useMachine(() => disown, [disown])
  return (
    <SignInTable
      title={title}
      actor={actor}
      file={download}
      disown={of === 'user' ? disowning : null}
      page={page}
      onPage={(it) => move({ page: String(it) })}
    />
  )
}

/** A day of the person begins and ends at their midnight. */
function queryOf({ result, address, from, to }: SignInFilter) {
  return {
    ...{ success: result || undefined, address: address || undefined },
    ...{ from: midnight(from, 0), to: midnight(to, 1) },
  }
}
