import type { Run } from '#contract/connectors/runs/run.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { liveRunStopMachine } from '#src/services/connectors/runs/run-page.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { StopRun } from './StopRun.tsx'

type StopRunMountProps = {
  readonly run: Run
  /** Is read anew when the run was stopped. */
  readonly page: ListActor
}

/** Stops the run that is open now. */
export function StopRunMount({ run, page }: StopRunMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveRunStopMachine(access, () => page.send({ type: 'user.refreshed' })), [access, page], {
    connectorId: run.connectorId,
    runId: run.runId,
  })
  return <StopRun actor={actor} run={run} />
}
