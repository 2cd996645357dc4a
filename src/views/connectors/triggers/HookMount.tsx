import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import type { HookCallsActor } from '#src/machines/connectors/triggers/hook-calls.machine.ts'
import { liveHookCallsMachine, liveHookListeningMachine, liveHookMachine } from '#src/services/connectors/triggers/hook.actors.ts'
import type { WatchMoves } from '#src/services/connectors/triggers/watch-moves.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { CallsCard } from './CallsCard.tsx'
import { HookCard } from './HookCard.tsx'
import { ListeningCard } from './ListeningCard.tsx'

type HookMountProps = {
  readonly connectorId: string
  /** Who sends; left out where nobody has said it. */
  readonly settings?: HookSettings | undefined
  /** An event as the sender sends it; left out where none is known. */
  readonly example?: unknown
  /** Says when the connector was deployed, paused or resumed, so that the card is read again at once. Give the same function each time. */
  readonly watchMoves?: WatchMoves
  /** Where it is built: the sample that a test event brings. */
  readonly listening?: ListeningProps
}

/** `keep`: give the same function each time. */
type ListeningProps = {
  readonly sampleAt: string | null
  readonly isWritable: boolean
  readonly isLive: boolean
  readonly keep: (shape: RecordShape) => void
}

/** While a source is edited nothing is deployed. */
const unmoved: WatchMoves = () => () => {}

/** The webhook of a connector, where it is built and on its own page. */
export function HookMount({ connectorId, settings, example, watchMoves = unmoved, listening }: HookMountProps) {
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
      {listening === undefined ? null : <ListeningMount {...{ connectorId, calls, ...listening }} />}
      <CallsCard actor={calls} />
    </>
  )
}

type ListeningMountProps = ListeningProps & { readonly connectorId: string; readonly calls: HookCallsActor }

function ListeningMount({ connectorId, calls, sampleAt, isWritable, isLive, keep }: ListeningMountProps) {
  const access = useAccess()
  const actor = useMachine(
    () => liveHookListeningMachine(access, { keep, refresh: () => calls.send({ type: 'user.requested' }) }),
    [access, keep, calls],
    { connectorId, sampleAt },
  )
  return <ListeningCard {...{ actor, isWritable, isLive }} />
}
