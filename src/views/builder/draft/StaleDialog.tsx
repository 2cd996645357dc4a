import styled from 'styled-components'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { differencesOf } from '#src/machines/builder/draft/comparison.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { Difference } from '#src/machines/kit/differences.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'

/** Places that are shown one by one, and characters of a value. */
const shownPlaces = 12
const shownLength = 80

/** Somebody else saved meanwhile: both versions where they differ, and the choice between them. */
export function StaleDialog({ actor, draft }: { readonly actor: BuilderActor; readonly draft: Draft }) {
  const theirs = useContextOf(actor, 'theirs')
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canChoose = useCan(actor, { type: 'user.keptMine' })
  return (
    <Dialog title={messages.stale}>
      <p>{messages.staleWhy}</p>
      {theirs === null ? <p>{messages.staleUnread}</p> : <Differences all={differencesOf(draft, theirs)} />}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Choices>
        {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        {canChoose ? (
          <>
            <Button onPress={() => actor.send({ type: 'user.tookTheirs' })}>{messages.takeTheirs}</Button>
            <Button kind="primary" onPress={() => actor.send({ type: 'user.keptMine' })}>
              {messages.keepMine}
            </Button>
          </>
        ) : null}
      </Choices>
    </Dialog>
  )
}

function Differences({ all }: { readonly all: readonly Difference[] }) {
  return (
    <>
      <Table aria-label={messages.differences}>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.mine}</th>
            <th scope="col">{messages.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, shownPlaces).map(({ path, mine, theirs }) => (
            <tr key={path}>
              <th scope="row">{placeOf(path)}</th>
              <td>{cut(mine)}</td>
              <td>{cut(theirs)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {all.length > shownPlaces ? <p>{messages.more(all.length - shownPlaces)}</p> : null}
    </>
  )
}

/** `/config/source/url` as "source › url". */
const placeOf = (path: string) =>
  path
    .replace(/^\/(?:config|profile)\//, '')
    .replace(/^\//, '')
    .replaceAll('/', ' › ')

function cut(value: string | null): string {
  if (value === null || value === '') return messages.none
  return value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  font: ${font.dense};
  overflow-wrap: anywhere;

  & th,
  & td {
    padding: ${space[4]} ${space[8]} ${space[4]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    vertical-align: top;
  }

  & th {
    font: ${font.strong};
  }
`

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
