/** The world of the mapping's fixture: one field to fill, two to fill it from, one example. */
import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { expect } from 'vitest'
import type { DryRun } from '#contract/builder/dry-run.ts'
import { type Suggestion, suggest } from '#contract/builder/suggestions/suggestions.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor, MappingSnapshot } from '#src/machines/builder/mapping/mapping.machine.ts'
import { CopyMapping } from '#src/views/builder/mapping/CopyMapping.tsx'
import { MappingBoard } from '#src/views/builder/mapping/MappingBoard.tsx'
import { MappingTable } from '#src/views/builder/mapping/MappingTable.tsx'
import { isReachable } from '../../kit/drivers.ts'
import type { Gesture } from '../../kit/fixture.ts'

export const example = { email: 'ada@example.test', total: 3 }
const takenAt = '2026-11-20T10:00:00.000Z'
const shapes = {
  source: {
    fields: [
      { path: 'email', types: ['string' as const], isRequired: true },
      { path: 'total', types: ['number' as const], isRequired: false },
    ],
    examples: [example],
    origin: 'request' as const,
    takenAt,
  },
  destination: {
    fields: [{ path: 'email', types: ['string' as const], isRequired: true }],
    examples: [],
    origin: 'typed' as const,
    takenAt,
  },
}
export const input = { edges: [], shapes, isList: true, listPath: '' }
export const theirs: MappingEdge = { id: 'to email', source: 'total', target: 'email', sourcePath: 'total', targetPath: 'email' }
/** The line of another destination, whose mapping can be copied. */
export const copied: MappingEdge = { ...theirs }
const record = { key: '1', record: example, outcome: 'mapped' as const, output: { email: 'out' }, problem: null }
export const answered: DryRun = { records: [record], deliveries: [], exchanges: [], message: '', problem: null }
const misfit = problem('mapping/failed', { message: 'no', errors: [{ path: '/dataMapping/0', message: '"email" must fit' }] })
export const failed: DryRun = {
  ...answered,
  records: [{ key: '1', record: example, outcome: 'failed', problem: misfit as never }],
}
export const suggestion = suggest(shapes.source.fields, shapes.destination.fields, [example], {
  targets: new Set(),
})[0] as Suggestion

/** As the step draws it. A drag needs a layout: a button stands for the canvas. */
export function View({ actor }: { readonly actor: MappingActor }) {
  const edges = useSelector(actor, ({ context }) => context.edges)
  const suggestions = edges.some((edge) => targetOf(edge) === 'email') ? [] : [suggestion]
  return (
    <>
      <MappingBoard
        actor={actor}
        suggestions={suggestions}
        views={<CopyMapping actor={actor} from={[{ id: 1, name: 'Warehouse', edges: [copied] }]} />}
      >
        <MappingTable
          actor={actor}
          suggestions={suggestions}
          rules={[]}
          onRule={({ targetPath }) => actor.send({ type: 'user.ruled', targetPath, ruleId: 'r1' })}
        />
      </MappingBoard>
      <button type="button" onClick={() => actor.send({ type: 'user.connected', source: 'email', target: 'email' })}>
        Drag email onto email
      </button>
    </>
  )
}

export const isAdded = ({ context }: MappingSnapshot) => (context.shapes.destination?.fields.length ?? 0) > 1
export const hasLine = ({ context }: MappingSnapshot) => context.edges.length > 0
export const isChoosing = ({ context }: MappingSnapshot) => context.picked !== null

/** Nothing is open, sought or written: from here a person goes on. What is written elsewhere is walked once from here. */
export const isPlain = (snapshot: MappingSnapshot) => {
  const { picked, refused, selected, search, filter, written, verdict, checkProblem } = snapshot.context
  const isOpen = picked !== null || refused !== null || selected !== null || verdict !== null || checkProblem !== null
  return (
    !isOpen &&
    search.target === '' &&
    filter.by === 'all' &&
    written.path === '' &&
    written.type === 'string' &&
    !isAdded(snapshot)
  )
}
/** From here each thing is done once; what it leads to is walked from there by the server and the clock alone. */
export const isFresh = (snapshot: MappingSnapshot) =>
  isPlain(snapshot) && !hasLine(snapshot) && snapshot.context.past.length === 0 && snapshot.context.future.length === 0
/** One line that a person drew, and nothing else yet. */
export const isDrawn = (snapshot: MappingSnapshot) => {
  const { edges, past, suggested } = snapshot.context
  const [line] = edges
  const isOwn = line?.sourcePath === 'email' && line.ruleId === undefined && line.listPath === '' && suggested.length === 0
  return isPlain(snapshot) && isOwn && past.length === 1
}
export const rests = (snapshot: MappingSnapshot) => snapshot.matches('resting')

/** Under any of the names that one place has. */
export const named = (says: string, role: string, name: RegExp | string, use: Gesture['use']): Gesture => ({
  says,
  find: () => screen.queryAllByRole(role, { name }).filter(isReachable)[0] ?? null,
  use,
})
export const click: Gesture['use'] = (control, user) => user.click(control)

export function sees(snapshot: MappingSnapshot) {
  const { edges, written } = snapshot.context
  const row = screen.getAllByRole('row').find(({ textContent }) => textContent.startsWith('Destination fieldemailtext'))
  const source = edges[0]?.sourcePath
  expect(row?.textContent).toContain(source || 'Choose a source')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New field path' }).value).toBe(written.path)
}

export function alerts() {
  return screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join(' ')
}

/** The chips above the table. */
export const filters = [
  {
    ...named('show what is not mapped', 'button', /^Not mapped/, click),
    event: { type: 'user.filtered' as const, by: 'unmapped' as const },
    when: (snapshot: MappingSnapshot) => rests(snapshot) && isFresh(snapshot),
  },
  {
    ...named('show what is required', 'button', /^Required \d/, click),
    event: { type: 'user.filtered' as const, by: 'required' as const },
    when: (snapshot: MappingSnapshot) => rests(snapshot) && isFresh(snapshot),
  },
  {
    ...named('show all', 'button', /^All \d/, click),
    event: { type: 'user.filtered' as const, by: 'all' as const },
    when: (snapshot: MappingSnapshot) =>
      rests(snapshot) && snapshot.context.filter.by !== 'all' && !isChoosing(snapshot) && !hasLine(snapshot),
  },
] as const
