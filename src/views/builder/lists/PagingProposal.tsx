import styled from 'styled-components'

import type { TriedPaging } from '#contract/builder/probe.ts'
import type { PagingActor } from '#src/machines/builder/lists/paging.machine.ts'
import type { PagingFact, PagingProposal as Proposed } from '#src/machines/builder/lists/paging-evidence.ts'
import { isProved } from '#src/machines/builder/lists/paging-proof.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { listed } from '../../kit/format/listed.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { listProcessingMessages } from './list-processing.messages.ts'
import { Pages, Proof, Sent } from './TryPaging.tsx'

const messages = listProcessingMessages.proposal

type PagingProposalProps = {
  /** Tries the proposal. */
  readonly actor: PagingActor
  readonly proposal: Proposed
  /** With what was tried; null while nothing was. */
  readonly onUse: (tried: TriedPaging | null) => void
  /** The other pages are left out on purpose. */
  readonly onFirstOnly: () => void
  readonly onOther: () => void
}

/** How the pages of an answer seem to be read, by what the answer says, with the proof of the first of them. */
export function PagingProposal({ actor, proposal, onUse, onFirstOnly, onOther }: PagingProposalProps) {
  const tried = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isTested = tried !== null && isProved(tried)
  return (
    <Frame role="group" aria-label={messages.title} aria-busy={isBusy}>
      <Row>
        <Strong>
          {proposal.declared === null
            ? messages.title
            : messages.titleOf(number(proposal.declared.pages), number(proposal.declared.records))}
        </Strong>
        {isTested ? <StatusPill look="good" word={testedOf(tried, proposal)} /> : null}
      </Row>
      <Hint>
        {messages.says(listed(proposal.facts.map(factOf)))} {messages.by[proposal.type](proposal.parameter ?? '')}
      </Hint>
      {isBusy ? <Spinner label={messages.testing} /> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {tried === null ? null : isTested ? <Tested tried={tried} isCounted={proposal.declared !== null} /> : <Proof {...tried} />}
      <Sent tried={tried} />
      <Row ref={tried === null ? intoSight : stillInSight}>
        <Button kind="primary" onPress={() => onUse(tried)}>
          {messages.use}
        </Button>
        <Button onPress={onFirstOnly}>{messages.firstOnly}</Button>
        <Button onPress={onOther}>{messages.other}</Button>
      </Row>
    </Frame>
  )
}

type UsedPagingProps = {
  readonly tried: TriedPaging
  /** What the newest response says of its pages; null where none is at hand. */
  readonly found: Proposed | null
  readonly onChange: () => void
  readonly onFirstOnly: () => void
}

/** Paging that passed its test and is used, with the way to another one. */
export function UsedPaging({ tried, found, onChange, onFirstOnly }: UsedPagingProps) {
  const declared = found?.declared ?? null
  return (
    <Frame role="group" aria-label={messages.used}>
      <Row>
        <Strong>{declared === null ? messages.used : messages.usedOf(number(declared.pages), number(declared.records))}</Strong>
        <StatusPill look="good" word={testedOf(tried, { declared })} />
      </Row>
      {found === null ? null : <Hint>{messages.by[found.type](found.parameter ?? '')}</Hint>}
      <Pages pages={tried.pages} />
      <Sent tried={tried} />
      <Row>
        <Button onPress={onChange}>{messages.change}</Button>
        <Button onPress={onFirstOnly}>{messages.firstOnly}</Button>
      </Row>
    </Frame>
  )
}

function testedOf({ ended, pages, declared: read }: TriedPaging, { declared }: Pick<Proposed, 'declared'>): string {
  if (ended !== 'tried-enough') return messages.tested
  if (read !== undefined) return messages.testedLast(number(pages.length), number(read.pages))
  return declared === null ? messages.testedFirst(pages.length) : messages.testedOf(number(pages.length), number(declared.pages))
}

/** The answer is asked for where one looks: after the test request, and again once the pages stand above it. */
const intoSight = (row: HTMLElement | null) => row?.scrollIntoView?.({ block: 'nearest' })
const stillInSight = (row: HTMLElement | null) => intoSight(row)

/** Nothing is doubtful: the pages, and what they prove in one line. */
function Tested({ tried, isCounted }: { readonly tried: TriedPaging; readonly isCounted: boolean }) {
  const { pages, message, ended } = tried
  return (
    <>
      <Pages pages={pages} />
      <Hint>
        {/* Where the response says how many pages there are, there is no doubt of more. */}
        {isCounted && tried.declared === undefined && ended === 'tried-enough' ? (
          messages.rest
        ) : (
          <TextWithTimestamps text={message} />
        )}
      </Hint>
    </>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  padding-bottom: ${space[12]};
  border-bottom: 1px solid ${color['border.subtle']};

  /* Above the footer that stays in sight. */
  & > :last-child {
    scroll-margin-block: 6rem;
  }
`

const Strong = styled.strong`
  font: ${font.strong};
`

const factOf = ({ path, value }: PagingFact) => `${path}: ${value}`
