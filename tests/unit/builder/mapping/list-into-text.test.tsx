// @vitest-environment happy-dom
/** The mapping step says of a line that makes a list that its field takes one value only. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { mappingMachine } from '#src/machines/builder/mapping/mapping.machine.ts'
import { MappingTable } from '#src/views/builder/mapping/MappingTable.tsx'

// Rows are drawn only where there is room for them.
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(800)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const takenAt = '2026-11-20T10:00:00.000Z'
const field = (path: string) => ({ path, types: ['string' as const], isRequired: false })

function shown(sourcePath: string, targetPath: string): void {
  const source = { fields: [field(sourcePath)], examples: [], origin: 'openapi' as const, takenAt }
  const destination = { fields: [field(targetPath)], examples: [], origin: 'typed' as const, takenAt }
  const line: MappingEdge = {
    id: 'm1',
    source: sourcePath,
    target: targetPath,
    sourcePath,
    targetPath,
    sourceDataType: 'string',
    targetDataType: 'string',
  }
  const input = { edges: [line], shapes: { source, destination }, isList: true, listPath: '' }
  const actor = createActor(mappingMachine.provide({ actions: { tellEdges: () => {} } }), { input })
  render(<MappingTable actor={actor} suggestions={[]} rules={[]} onRule={() => {}} />)
}

it('where all elements of a list become one text', () => {
  shown('lines[*].sku', 'skus')
  screen.getByText('Does not fit: list to text')
})

it.each([
  ['each element has its own', 'lines[*].sku', 'rows[*].sku'],
  ['one element is meant', 'lines[0].sku', 'sku'],
])('and not where %s', (_, from, to) => {
  shown(from, to)
  expect(screen.queryByText(/not fit/)).toBeNull()
})
