import { useSelector } from '@xstate/react'

import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import type { DestinationPauseActor } from '#src/machines/connectors/details/destination-pause.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { useCan, useIsBusy } from '#src/views/kit/use-snapshot.ts'
import { destinationMessages as messages } from './destination.messages.ts'
import { destinationName } from './destination-name.ts'

type DestinationPauseProps = {
  readonly actor: DestinationPauseActor
  readonly of: Pick<DestinationSums, 'id' | 'name' | 'address' | 'isPaused'>
}

/** Pauses a destination, or resumes it. */
export function DestinationPause({ actor, of }: DestinationPauseProps) {
  const isBusy = useIsBusy(actor)
  const asked = useSelector(actor, ({ context }) => context.request)
  const change = { destination: of.id, move: of.isPaused ? 'resume' : 'pause' } as const
  const canMove = useCan(actor, { type: 'user.requested', change })
  const isOwn = isBusy && asked.destination === of.id
  return (
    <Button
      kind="quiet"
      label={messages[change.move](destinationName(of))}
      isBlocked={!canMove}
      onPress={() => actor.send({ type: 'user.requested', change })}
    >
      {isOwn ? messages.moving[asked.move] : messages.moves[change.move]}
    </Button>
  )
}

export function PauseProblem({ actor }: Pick<DestinationPauseProps, 'actor'>) {
  const problem = useSelector(actor, ({ context }) => context.problem)
  return problem === null ? null : <ProblemAlert problem={problem} />
}
