import { problemGroupId } from '#contract/connectors/problems/problem-group.ts'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { Replay } from '#contract/studio/replay.ts'
import type { ReplayChosen } from '#src/machines/studio/retry/retry.machine.ts'
import { keptPicks, liveRetryMachine, liveRetryPlanMachine } from '#src/services/studio/retry/retry.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { navigate } from '../../kit/browser-location.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { usePlace } from '../../kit/use-place.ts'
import { RetryPlanSheet } from './RetryPlanSheet.tsx'
import type { RetryLinks } from './RetryRows.tsx'
import { RetrySheet } from './RetrySheet.tsx'
import { retryMessages as messages } from './retry.messages.ts'

type RetryMountProps = {
  readonly connectorId: string
  readonly noun: RecordNoun
  readonly links: RetryLinks
}

/** The sheet of the retry that the address names; a page that is loaded again shows the same plan. */
export function RetryMount(props: RetryMountProps) {
  const { read } = usePlace()
  const chosen = retryIn(read)
  return chosen === null ? null : <Opened key={JSON.stringify(chosen)} {...props} chosen={chosen} />
}

function Opened({ connectorId, noun, links, chosen }: RetryMountProps & { readonly chosen: ReplayChosen }) {
  const access = useAccess()
  const { read, move } = usePlace()
  const actor = useMachine(
    () => liveRetryMachine(access, { onPlanned: (plan) => move({ plan }, true), onClosed: () => move(noRetry) }),
    [access, move],
    { connectorId, chosen, replayId: read('plan') },
  )
  return (
    <RetrySheet
      actor={actor}
      drawPlan={(replayId, onPlanAgain) => <Plan key={replayId} {...{ connectorId, noun, links, replayId, onPlanAgain }} />}
    />
  )
}

type PlanProps = RetryMountProps & { readonly replayId: string; readonly onPlanAgain: () => void }

function Plan({ connectorId, noun, links, replayId, onPlanAgain }: PlanProps) {
  const access = useAccess()
  const { move } = usePlace()
  const actor = useMachine(
    () => {
      const onClosed = () => move(noRetry)
      return liveRetryPlanMachine(access, {
        ...{ onClosed, onPlanAgain },
        onDone: ({ sums: { delivered, chosen: all }, runId }: Replay) => {
          const view = runId === null ? undefined : { name: messages.view, onPress: () => navigate(links.run(runId)) }
          toast(messages.delivered(delivered, all), view)
          // What was not delivered is shown in the sheet.
          if (delivered === all) onClosed()
        },
      })
    },
    [access, links, move, onPlanAgain],
    { connectorId, replayId, ...keptPicks(replayId) },
  )
  return <RetryPlanSheet actor={actor} noun={noun} links={links} />
}

/** Which retry stands in the address of a connector's page, as `connectors/problems/problem-links.ts` writes it. */
const all = 'all'
const oneByOne = 'records:'

/** Null where no retry is open. */
function retryIn(read: (name: string) => string | null): ReplayChosen | null {
  const retry = read('retry')
  const times = { from: read('since'), to: read('until') }
  if (retry === null) return null
  if (retry === all) return { allFailed: true, ...times }
  if (retry.startsWith(oneByOne)) return { transactionIds: retry.slice(oneByOne.length).split(',') }
  return problemGroupId.test(retry) ? { problem: retry, ...times } : null
}

/** Nothing of it. */
const noRetry = { retry: null, since: null, until: null, plan: null } as const
