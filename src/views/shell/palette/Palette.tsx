import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useRef } from 'react'
import styled from 'styled-components'
import type { PaletteActor, Step } from '#src/machines/shell/palette.machine.ts'
import {
  selectAt,
  selectCanRetry,
  selectIsBusy,
  selectProblem,
  selectQuery,
  selectResults,
} from '#src/machines/shell/palette.machine.ts'
import type { Command, Kind } from '#src/machines/shell/palette.results.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { pillOfHealth } from '../../connectors/details/health-pill.ts'
import { statusPills } from '../../connectors/details/status-pills.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { intoView, SearchBox } from '../../kit/controls/search-box.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { Over } from '../Over.tsx'
import { AskOnce } from './AskOnce.tsx'
import { KeyList } from './KeyList.tsx'
import { paletteMessages as messages } from './palette.messages.ts'

type PaletteProps = {
  readonly actor: PaletteActor
  /** Goes to the page or does the action. */
  readonly onRun: (command: Command) => void
}

/** Draws the palette where it is called for, and nothing otherwise. */
export function Palette({ actor, onRun }: PaletteProps) {
  const isOpen = useMatches(actor, 'open')
  const showsKeys = useMatches(actor, 'keys')
  const leave = () => actor.send({ type: 'user.left' })
  const change = useContextOf(actor, 'change')
  if (showsKeys) return <KeyList onLeave={leave} />
  if (change !== null) return <AskOnce actor={actor} change={change} />
  return isOpen ? (
    <Over label={messages.title} onLeave={leave}>
      <Search actor={actor} onRun={onRun} />
    </Over>
  ) : null
}

const steps: Readonly<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' }
/** The same words as in the list of connectors. */
const About = ({ of: { status, health } }: { readonly of: NonNullable<Command['about']> }) => (
  <Words>
    {' '}
    <StatusPill {...statusPills[status]} /> <StatusPill {...pillOfHealth(health)} />
  </Words>
)

const kinds = Object.keys(messages.kinds) as Kind[]

function Search({ actor, onRun }: PaletteProps) {
  const snapshot = useSelector(actor, (it) => it)
  const query = selectQuery(snapshot)
  const problem = selectProblem(snapshot)
  const { shown, more } = selectResults(snapshot)
  const marked = shown[selectAt(snapshot)]
  const box = useRef<HTMLInputElement>(null)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    actor.send({ type: 'user.chose', id: command.id })
    if (command.change === undefined) onRun(command)
  }
  const retry = () => {
    actor.send({ type: 'user.retried' })
    // The button goes away; whoever pressed it types on.
    box.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    // Home and End belong to what is typed, as long as something is.
    const step = query !== '' && (event.key === 'Home' || event.key === 'End') ? undefined : steps[event.key]
    // What an input method composes is not finished by Enter.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') run(marked)
    else if (step !== undefined) actor.send({ type: 'user.moved', step })
    else return
    event.preventDefault()
  }
  return (
    <>
      <Line>
        <SearchBox
          ref={box}
          role="combobox"
          aria-label={messages.field}
          aria-expanded
          aria-controls="palette-results"
          aria-activedescendant={marked === undefined ? undefined : idOf(marked)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.title}
          autoFocus
          value={query}
          onChange={({ target }) => actor.send({ type: 'user.wrote', text: target.value })}
          onKeyDown={press}
        />
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.left' })}>
          {messages.close}
        </Button>
      </Line>
      <List id="palette-results" role="listbox" aria-label={messages.results} tabIndex={-1}>
        {kinds.map((kind) => {
          const ofKind = shown.filter((command) => command.kind === kind)
          return ofKind.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, not field sets
            <div key={kind} role="group" aria-label={messages.kinds[kind]}>
              <Kinds aria-hidden="true">{messages.kinds[kind]}</Kinds>
              {ofKind.map((command) => (
                <Option
                  key={command.id}
                  id={idOf(command)}
                  ref={command === marked ? intoView : undefined}
                  role="option"
                  aria-selected={command === marked}
                  onClick={() => run(command)}
                >
                  {command.name}
                  {command.about === undefined ? null : <About of={command.about} />}
                </Option>
              ))}
            </div>
          )
        })}
      </List>
      <Foot aria-live="polite">
        {shown.length === 0 ? <p>{messages.nothing}</p> : null}
        {more === 0 ? null : <p>{messages.more(more)}</p>}
        {selectIsBusy(snapshot) ? <Spinner label={messages.loading} /> : null}
      </Foot>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {selectCanRetry(snapshot) ? <Button onPress={retry}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
    </>
  )
}

const idOf = ({ id }: Command) => `palette ${id}`.replaceAll(/[^\w-]/g, '-')

const Line = styled.div`
  display: flex;
  gap: ${space[8]};
`

const List = styled.div`
  min-height: 0;
  overflow: auto;
`

const Kinds = styled.p`
  padding: ${space[8]} ${space[12]} ${space[4]};
  color: ${color['text.subtle']};
  font: ${font.dense};
`

const Option = styled.div`
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.control};
  cursor: pointer;
  overflow-wrap: anywhere;

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-selected='true'] {
    background: ${color['bg.selected']};
    box-shadow: inset 2px 0 ${color['brand.solid']};
  }
`

const Foot = styled.div`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Words = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin-inline-start: ${space[8]};
`
