import { useSelector } from '@xstate/react'
import { Info } from 'lucide-react'
import styled from 'styled-components'
import { type RoutesActor, selectRouted } from '#src/machines/builder/routes/routes.machine.ts'
import type { RouteEntry } from '#src/machines/builder/routes/routes-form.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
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
  const nameOf = (id: number) => entries.find((it) => it.id === id)?.name ?? String(id)
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
          {several === 0 ? null : <Hint>{messages.several(several)}</Hint>}
          <ul>
            {records.map(({ name, routes }) => (
              <li key={name} data-nowhere={routes.length === 0}>
                <span>{name}</span>
                <em>{routes.length === 0 ? messages.nowhere : routes.map(nameOf).join(', ')}</em>
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
    font-style: normal;
    text-align: right;
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
