import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { DeploymentActor } from '#src/machines/connectors/deployments/deployment.machine.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectDeployment, selectStage, selectStaleSince } from '#src/machines/connectors/details/connector.machine.ts'
import { color, font } from '#src/theme/theme.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { age } from '#src/views/kit/format/spans.ts'
import { useNow } from '#src/views/kit/text/use-now.ts'
import { useContextOf } from '#src/views/kit/use-snapshot.ts'
import { connectorMessages } from '../connector.messages.ts'
import { DeleteDialog } from '../DeleteDialog.tsx'

type ConnectorNoticesProps = {
  readonly actor: ConnectorActor
  /** Draws the deployment that is under way. */
  readonly drawDeployment: (actor: DeploymentActor) => ReactNode
  readonly isRunOpen?: boolean
}

const messages = connectorMessages.notices

/** What is happening with a connector just now: its deployment, what went wrong with a move, the question before a deletion. */
export function ConnectorNotices({ actor, drawDeployment, isRunOpen = false }: ConnectorNoticesProps) {
  const stage = useSelector(actor, selectStage)
  const deployment = useSelector(actor, selectDeployment)
  const problem = useContextOf(actor, 'problem')
  const staleSince = useSelector(actor, selectStaleSince)
  return (
    <>
      {staleSince === null ? null : <Age readAt={staleSince} />}
      {deployment === undefined ? null : drawDeployment(deployment)}
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          <Button onPress={() => actor.send({ type: 'user.dismissed' })}>{messages.dismiss}</Button>
        </ProblemAlert>
      )}
      {stage === 'confirming' ? <DeleteDialog actor={actor} isRunOpen={isRunOpen} /> : null}
    </>
  )
}

/** Beside the status and not in it: nobody wants every second read out. */
function Age({ readAt }: { readonly readAt: string }) {
  return <Old>{messages.age(age(useNow() - Date.parse(readAt)))}</Old>
}

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`
