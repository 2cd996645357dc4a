import { useSelector } from '@xstate/react'
import { Info } from 'lucide-react'
import styled from 'styled-components'
import { type RoutedRecord, type RoutesActor, selectRouted } from '#src/machines/builder/routes/routes.machine.ts'
import type { RouteEntry } from '#src/machines/builder/routes/routes-form.ts'
import { color, font, radius, space, unseen } from '#src/theme/theme.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Monogram, markColour } from '../../kit/identity/Monogram.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { routesMessages as messages } from './routes.messages.ts'

type RoutesOutcomeProps = { readonly actor: RoutesActor; readonly entries: readonly RouteEntry[] }

/** Where each sample record would go. */
export function RoutesOutcome({ actor, entries }: RoutesOutcomeProps) {
  const records = useSelector(actor, selectRouted)
  const isUntried = useMatches(actor, { several: 'untried' })
  const hasFailed = useMatches(actor, { several: 'failed' })
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const several = records?.filter(({ routes }) => routes.length > 1).length ?? 0
  return (
    <Frame aria-label={messages.destinations} aria-busy={isBusy}>
      {hasFailed ? (
        <RetryAlert problem={problem} canRetry onRetry={() => actor.send({ type: 'user.retried' })} />
      ) : isUntried ? (
        <Hint>{messages.untried}</Hint>
      ) : records === null ? (
        <Spinner label={messages.trying} />
      ) : (
        <>
          <h2 aria-live="polite">{messages.where(records.length)}</h2>
          <Shares records={records} entries={entries} />
          {several === 0 ? null : <Hint>{messages.several(several)}</Hint>}
          <ul>
            {records.map(({ name, routes }) => (
              <li key={name} data-nowhere={routes.length === 0}>
                <span>{name}</span>
                <em>
                  {routes.length === 0 ? messages.nowhere : routes.map((id) => <Mark key={id} id={id} entries={entries} />)}
                </em>
              </li>
            ))}
          </ul>
        </>
      )}
      <Note>
        <Info aria-hidden="true" />
        {messages.holds}
      </Note>
    </Frame>
  )
}

type MarkProps = { readonly id: number; readonly entries: readonly RouteEntry[] }

/** A destination by its mark and its place among them, as its tab shows it. */
function Mark({ id, entries }: MarkProps) {
  const at = entries.findIndex((it) => it.id === id)
  const name = entries[at]?.name ?? String(id)
  return (
    <Marked title={name}>
      <Monogram name={name} />
      <i aria-hidden="true">{at + 1}</i>
      <b>{name}</b>
    </Marked>
  )
}

type SharesProps = { readonly records: readonly RoutedRecord[]; readonly entries: readonly RouteEntry[] }

/** How many of the sample records each destination receives: as a bar, and in numbers with the marks of the systems. */
function Shares({ records, entries }: SharesProps) {
  const shares = entries.map(({ id, name }) => ({ id, name, count: records.filter(({ routes }) => routes.includes(id)).length }))
  const nowhere = records.filter(({ routes }) => routes.length === 0).length
  const names = shares.map(({ name, count }) => messages.share(name, number(count)))
  return (
    <>
      <Bar
        role="img"
        aria-label={messages.shares(nowhere === 0 ? names : [...names, messages.share(messages.nowhere, number(nowhere))])}
      >
        {shares.map(({ id, name, count }) =>
          count === 0 ? null : <i key={id} style={{ flexGrow: count, background: markColour(name) }} />,
        )}
        {nowhere === 0 ? null : <i style={{ flexGrow: nowhere }} />}
      </Bar>
      <Legend>
        {shares.map(({ id, name, count }) => (
          <span key={id}>
            <Monogram name={name} />
            <span>{name}</span> <b>{number(count)}</b>
          </span>
        ))}
      </Legend>
    </>
  )
}

const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: 6px;
  overflow: hidden;
  border-radius: ${radius.pill};

  & > i {
    flex: 0 1 0;
    min-width: 4px;
    background: ${color['border.default']};
  }
`

const Legend = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]} ${space[16]};

  & > span {
    display: inline-flex;
    align-items: center;
    gap: ${space[4]};
    min-width: 0;
  }
`

const Marked = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};

  & > i {
    font-style: normal;
  }

  & > b {
    ${unseen}
  }
`

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border-radius: ${radius.card};
  background: ${color['bg.sunken']};

  & h2 {
    font: ${font.section};
  }

  & ul {
    max-height: 30rem;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  & li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, auto);
    gap: ${space[8]};
    padding: ${space[4]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  & li > em {
    color: ${color['text.muted']};
    display: inline-flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${space[8]};
    font-style: normal;
  }

  & li[data-nowhere='true'] > em {
    color: ${color['warning.text']};
  }
`

const Note = styled.p`
  display: flex;
  gap: ${space[8]};
  margin: 0;
  color: ${color['text.muted']};
  font: ${font.dense};

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
  }
`
