import styled from 'styled-components'

import type { TriedPaging } from '#contract/builder/probe.ts'
import type { PagingActor } from '#src/machines/builder/lists/paging.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.paging

type TryPagingProps = {
  readonly actor: PagingActor
  /** The number that the configuration gives the first page, and how another is taken over. Absent where nothing can be changed. */
  readonly firstPage?: { readonly configured: number | null; readonly use: (page: number) => void }
}

/** Asks a source for its first pages and shows what they prove. */
export function TryPaging({ actor, firstPage }: TryPagingProps) {
  const tried = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isFirst = tried === null && problem === null
  return (
    <Frame aria-label={messages.title} aria-busy={isBusy}>
      <Title>{messages.title}</Title>
      <p>{messages.what}</p>
      {isBusy ? (
        <Row>
          <Spinner label={messages.busy} />
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
        </Row>
      ) : (
        <div>
          <Button onPress={() => actor.send({ type: 'user.requested' })}>{isFirst ? messages.start : messages.again}</Button>
        </div>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {tried === null ? null : <Proof {...tried} />}
      <Sent tried={tried} />
      {firstPage && tried?.firstPage !== undefined && tried.firstPage !== firstPage.configured ? (
        <FirstPage found={tried.firstPage} onUse={firstPage.use} />
      ) : null}
    </Frame>
  )
}

function FirstPage({ found, onUse }: { readonly found: number; readonly onUse: (page: number) => void }) {
  return (
    <div>
      <Button onPress={() => onUse(found)}>{messages.useFirst(number(found))}</Button>
    </div>
  )
}

const looks = {
  'last-page': 'good',
  'tried-enough': 'good',
  repeats: 'late',
  failed: 'bad',
} as const satisfies Record<TriedPaging['ended'], PillLook>

/** How many requests the source received for it. */
export const Sent = ({ tried }: { readonly tried: TriedPaging | null }) =>
  tried?.requests === undefined || tried.requests === 0 ? null : <Hint>{messages.sent(tried.requests)}</Hint>

/** What was read, and why it ended. */
export function Proof({ pages, ended, message, problem }: TriedPaging) {
  return (
    <>
      {pages.length === 0 ? <p>{messages.noPages}</p> : <Pages pages={pages} />}
      <Row>
        <span>{messages.why}</span>
        <StatusPill look={looks[ended]} word={messages.ended[ended]} />
      </Row>
      {problem === null ? (
        <p>
          <TextWithTimestamps text={message} />
        </p>
      ) : (
        <ProblemAlert problem={problem} />
      )}
    </>
  )
}

/** The pages that were read, each with its request and its records. */
export function Pages({ pages }: Pick<TriedPaging, 'pages'>) {
  return (
    <Scrolled tabIndex={0} role="region" aria-label={messages.pages}>
      <table>
        <thead>
          <tr>
            {Object.values(messages.columns).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(pages).map(({ at, startpoint, count, firstKey, lastKey }) => (
            <tr key={at}>
              <th scope="row">{number(at)}</th>
              <td title={startpoint}>
                <code>{queryOf(startpoint)}</code>
              </td>
              <td>{number(count)}</td>
              <td>{spanOf(count, firstKey, lastKey)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

const spanOf = (count: number, first: string | null, last: string | null) =>
  first === null || last === null ? messages[count === 0 ? 'none' : 'noKey'] : messages.span(first, last)

/** What tells the pages of one source apart: the query of the address, where it has one. */
const queryOf = (startpoint: string) => startpoint.slice(startpoint.indexOf('?') + 1)

const numbered = (pages: TriedPaging['pages']) => pages.map((page, index) => ({ ...page, at: page.number ?? index + 1 }))

const Frame = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h3`
  font: ${font.strong};
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const Scrolled = styled.div`
  min-width: 0;
  overflow-x: auto;

  & table {
    width: 100%;
    min-width: 24rem;
    border-collapse: collapse;
    font: ${font.dense};
    font-variant-numeric: tabular-nums;
  }

  & th,
  & td {
    padding: ${space[4]} ${space[8]};
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    vertical-align: top;
  }

  & td {
    overflow-wrap: anywhere;
  }
`
