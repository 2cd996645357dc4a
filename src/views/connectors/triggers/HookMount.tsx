import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { liveHookCallsMachine, liveHookMachine } from '#src/services/connectors/triggers/hook.actors.ts'
import type { WatchMoves } from '#src/services/connectors/triggers/watch-moves.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { CallsCard } from './CallsCard.tsx'
import { HookCard } from './HookCard.tsx'

type HookMountProps = {
  readonly connectorId: string
  /** Who sends; left out where nobody has said it. */
  readonly settings?: HookSettings | undefined
  /** An event as the sender sends it; left out where none is known. */
  readonly example?: unknown
  /** Says when the connector was deployed, paused or resumed, so that the card is read again at once. Give the same function each time. */
  readonly watchMoves?: WatchMoves
}

/** While a source is edited nothing is deployed. */
const unmoved: WatchMoves = () => () => {}

/** The webhook of a connector, where it is built and on its own page. */
export function HookMount({ connectorId, settings, example, watchMoves = unmoved }: HookMountProps) {
  const access = useAccess()
  const body = JSON.stringify(example ?? { id: 1 })
  const calls = useMachine(() => liveHookCallsMachine(access), [access], { connectorId, verdict: 'all' })
  return (
    <>
      <HookCard
        actor={useMachine(() => liveHookMachine(access, () => body, watchMoves), [access, body, watchMoves], { connectorId })}
        settings={settings}
        example={body}
      />
      <CallsCard actor={calls} />
    </>
  )
}
