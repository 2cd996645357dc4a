import { useSelector } from '@xstate/react'

import type { SsoStatus } from '#contract/auth/sso/sso.lifecycle.ts'
import { type SsoSwitch, ssoSwitches } from '#contract/auth/sso/sso-limits.ts'
import { canSwitch, switchEvents } from '#src/machines/settings/sso/sso-connection.machine.ts'
import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection

/** Which switches a status has. */
const shown: Readonly<Record<SsoStatus, readonly SsoSwitch[]>> = {
  off: ['on'],
  tested: ['on'],
  optional: ['require', 'off'],
  enforced: ['allow-passwords', 'off'],
}

type SsoSwitchesProps = { readonly actor: SsoConnectionActor; readonly status: SsoStatus }

/** Whether people sign in with it, and whether they have to. */
export function SsoSwitches({ actor, status }: SsoSwitchesProps) {
  return (
    <>
      <Hint>{messages.meanings[status]}</Hint>
      <Row>
        {ssoSwitches
          .filter((move) => shown[status].includes(move))
          .map((move) => (
            <Switching key={move} actor={actor} move={move} />
          ))}
      </Row>
    </>
  )
}

function Switching({ actor, move }: { readonly actor: SsoConnectionActor; readonly move: SsoSwitch }) {
  const may = useSelector(actor, (snapshot) => canSwitch(snapshot, move))
  return (
    <Button isBlocked={!may} onPress={() => actor.send(switchEvents[move])}>
      {messages.dialogs[move].title}
    </Button>
  )
}
