import { KeyRound } from 'lucide-react'
import styled from 'styled-components'
import type { PasskeySignInActor } from '#src/machines/auth/sign-in/passkey-sign-in.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { passkeyMessages } from './passkey.messages.ts'

type PasskeyButtonProps = { readonly actor: PasskeySignInActor; readonly label: string }

/** A sign-in by the device: fingerprint, face, PIN or key. */
export function PasskeyButton({ actor, label }: PasskeyButtonProps) {
  const problem = useContextOf(actor, 'problem')
  const isSigning = useMatches(actor, 'signing')
  const canChoose = useCan(actor, { type: 'user.chose' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <Way>
      {problem === null ? null : <ProblemBox problem={problem} />}
      <Button isBlocked={!canChoose} onPress={() => actor.send({ type: 'user.chose' })}>
        {isSigning ? <Ring /> : <KeyRound aria-hidden="true" size={16} />}
        {isSigning ? passkeyMessages.signing : label}
      </Button>
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {passkeyMessages.stop}
        </Button>
      ) : null}
    </Way>
  )
}

const Way = styled.div`
  display: grid;
  gap: ${space[8]};
`
