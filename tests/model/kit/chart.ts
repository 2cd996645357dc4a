/** Questions to a chart that `xstate/graph` does not answer. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  StateValue,
} from 'xstate'
import { getStateNodes } from 'xstate/graph'

/** `getStateNodes` leaves out the root, which may have edges of its own. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  return [machine.root, ...getStateNodes(machine)]
}

/** The names of all transitions that do something. One without target and actions forbids; it is no edge. */
export function edgesOf(machine: AnyStateMachine): string[] {
  const all: AnyTransitionDefinition[] = nodesOf(machine).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ])
  return all.filter(({ target, actions }) => target !== undefined || actions.length > 0).map(nameEdge)
}

export function nameEdge(edge: AnyTransitionDefinition): string {
  const { source, eventType, target } = edge
  const siblings: AnyTransitionDefinition[] = (eventType ? source.transitions.get(eventType) : source.always) ?? []
  const to = target?.map(({ id }) => id).join(', ') ?? 'itself'
  return `${source.id}: ${eventType || 'always'} #${siblings.indexOf(edge)} → ${to}`
}

/** `deploying.asking`; one per region where regions are parallel. */
export function leavesOf(value: StateValue): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value).flatMap(([key, inner = {}]) => {
    const leaves = leavesOf(inner)
    return leaves.length === 0 ? [key] : leaves.map((leaf) => `${key}.${leaf}`)
  })
}

type Step = { readonly from: AnyMachineSnapshot; readonly event: AnyEventObject; readonly to: AnyMachineSnapshot }

/** The whole machine on one page: a row per state, a column per event, and where it leads; `=` where the state stays. */
export function tableOf(title: string, steps: readonly Step[]): string {
  const cells = new Map<string, Map<string, Set<string>>>()
  for (const { from, event, to } of steps) {
    const row = cells.get(nameValue(from)) ?? new Map<string, Set<string>>()
    const cell = row.get(nameEvent(event.type)) ?? new Set<string>()
    cell.add(nameValue(to) === nameValue(from) ? '=' : nameValue(to))
    cells.set(nameValue(from), row.set(nameEvent(event.type), cell))
  }
  const events = [...new Set(steps.map(({ event }) => nameEvent(event.type)))].sort()
  const rows = [...cells].sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = [
    ['', ...events],
    ['---', ...events.map(() => '---')],
    ...rows.map(([state, row]) => [state, ...events.map((event) => [...(row.get(event) ?? [])].sort().join(' / '))]),
  ]
  return [title, '', ...lines.map((line) => `| ${line.join(' | ')} |`), ''].join('\n')
}

/** Strict with `CI=1`; without it a table that changed is written anew, to be read and committed. */
export function verifyTable(name: string, table: string): void {
  const path = join(dirname(expect.getState().testPath ?? ''), 'charts', `${name}.md`)
  expect(table.split('\n').length, 'a machine of more lines than fit on a page').toBeLessThanOrEqual(45)
  if (process.env['CI']) {
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(table)
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, table)
  }
}

const nameValue = ({ value, status }: AnyMachineSnapshot) => leavesOf(value).join(' + ') || status

function nameEvent(type: string): string {
  const [, kind, name] = /^xstate\.(done|error|after)\.(?:actor\.)?([^.]+)/.exec(type) ?? []
  if (kind === undefined) return type
  return kind === 'after' ? `after ${name}` : `${name} ${kind === 'done' ? 'is done' : 'fails'}`
}
