import type { PagingActor } from '#src/machines/builder/lists/paging.machine.ts'
import type { PagingFact, PagingProposal as Proposed } from '#src/machines/builder/lists/paging-evidence.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { listed } from '../../kit/format/listed.ts'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { listProcessingMessages } from './list-processing.messages.ts'
import { Proof } from './TryPaging.tsx'

const messages = listProcessingMessages.proposal

type PagingProposalProps = {
  /** Tries the proposal. */
  readonly actor: PagingActor
  readonly proposal: Proposed
  /** With the number of the first page, where the trial found one. */
  readonly onUse: (firstPage: number | undefined) => void
  readonly onOther: () => void
}

/** How the pages of an answer seem to be read, by what the answer says, with the proof of the first of them. */
export function PagingProposal({ actor, proposal, onUse, onOther }: PagingProposalProps) {
  const tried = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <Card aria-label={messages.title} aria-busy={isBusy}>
      <CardTitle>{messages.title}</CardTitle>
      <p>{messages.says(listed(proposal.facts.map(factOf)))}</p>
      <Hint>{messages.by[proposal.type](proposal.parameter ?? '')}</Hint>
      {isBusy ? <Spinner label={messages.testing} /> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {tried === null ? null : <Proof {...tried} />}
      <Row>
        <Button kind="primary" onPress={() => onUse(tried?.firstPage)}>
          {messages.use}
        </Button>
        <Button onPress={onOther}>{messages.other}</Button>
      </Row>
    </Card>
  )
}

const factOf = ({ path, value }: PagingFact) => `${path}: ${value}`
