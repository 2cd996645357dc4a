// @vitest-environment happy-dom
/** Fields as the canvas shows them: those of lines too, and what is said of each. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import { fieldsWithLines } from '#src/machines/builder/mapping/rows.ts'
import type { TreeRow } from '#src/machines/builder/mapping/tree.ts'
import { FieldRow } from '#src/views/builder/mapping/canvas/FieldRow.tsx'

afterEach(cleanup)

const line: MappingEdge = { id: '1', source: 'id', target: 'no', sourcePath: 'id', targetPath: 'no', targetDataType: 'string' }

it('shows the fields that only lines know, once each', () => {
  expect(fieldsWithLines([], [line, { ...line, id: '2' }])).toEqual([{ path: 'no', types: ['string'], isRequired: false }])
  const known = { path: 'no', types: ['integer' as const], isRequired: true }
  expect(fieldsWithLines([known], [line])).toEqual([known])
  const ruled = { ...line, id: '3', source: '', sourcePath: '', ruleId: 'r' }
  expect(fieldsWithLines([], [{ ...line, sourceDataType: 'integer' }, ruled], 'source')).toEqual([
    { path: 'id', types: ['integer'], isRequired: false },
  ])
})

it.each<[Side, string]>([
  ['source', 'id, text, in every record'],
  ['target', 'id, text, required'],
])('says of a field of the %s: %s', (side, name) => {
  const row = {
    ...{ path: 'id', name: 'id', level: 1, position: 1, count: 1, hasInside: false, isOpen: false, isMissing: false },
    field: { path: 'id', types: ['string'], isRequired: true },
  } as TreeRow
  const hands = { toggle: () => {}, pick: () => {} } as never
  const none = () => {}
  const state = { top: 0, isReached: true, isPicked: false, joined: undefined }
  render(<FieldRow structure={side} side={side} row={row} handlers={hands} onReach={none} onKey={none} {...state} />)
  screen.getByRole('treeitem', { name })
})
