// @vitest-environment happy-dom
/** JSON in the page: what is shown, what is written and told, and how the keyboard gets out again. */
import { foldedRanges, language, syntaxTreeAvailable } from '@codemirror/language'
import { forceLinting, forEachDiagnostic } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { CheckedEditor } from '#src/views/kit/json/CheckedEditor.tsx'
import { JsonEditor } from '#src/views/kit/json/JsonEditor.tsx'
import { JsonView } from '#src/views/kit/json/JsonView.tsx'

const order = '{\n  "id": 9007199254740993,\n  "lines": [\n    1,\n    2\n  ]\n}'

afterEach(() => {
  cleanup()
  document.head.querySelector('meta[property="csp-nonce"]')?.remove()
})

describe('JSON to read', () => {
  it('is named, cannot be written in, and shows every digit', () => {
    render(<JsonView label="Payload" text={order} />)
    const box = screen.getByRole('textbox', { name: 'Payload' })
    expect(box.getAttribute('aria-readonly')).toBe('true')
    expect(viewOf('Payload').state.doc.toString()).toBe(order)
    expect(box.textContent).toContain('9007199254740993')
  })

  it('shows another text when another is asked for', () => {
    const { rerender } = render(<JsonView label="Payload" text={order} />)
    rerender(<JsonView label="Payload" text="[]" />)
    expect(viewOf('Payload').state.doc.toString()).toBe('[]')
    expect(document.querySelectorAll('.cm-editor')).toHaveLength(1)
  })

  it('folds what stands in the outermost part and unfolds it', () => {
    render(<JsonView label="Payload" text={order} />)
    fireEvent.click(screen.getByRole('button', { name: 'Fold inner parts' }))
    expect(foldsOf('Payload')).toEqual([[order.indexOf('[') + 1, order.indexOf(']')]])
    fireEvent.click(screen.getByRole('button', { name: 'Unfold all' }))
    expect(foldsOf('Payload')).toEqual([])
  })

  it('folds all of it when the machine was too busy to read the text at first', () => {
    const now = Date.now
    let lateBy = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      lateBy += 1_000
      return now() + lateBy
    })
    render(<JsonView label="Payload" text={order} />)
    clock.mockRestore()
    expect(syntaxTreeAvailable(viewOf('Payload').state)).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Fold inner parts' }))
    expect(foldsOf('Payload')).toEqual([[order.indexOf('[') + 1, order.indexOf(']')]])
  })

  it('opens a search that says its own words', () => {
    render(<JsonView label="Payload" text={order} />)
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    screen.getByRole('textbox', { name: 'Find' })
    screen.getByRole('checkbox', { name: 'Match case' })
    expect(screen.queryByRole('textbox', { name: 'Replace with' })).toBeNull()
  })

  it('gives its styles the nonce of the page', () => {
    const meta = document.createElement('meta')
    meta.setAttribute('property', 'csp-nonce')
    meta.nonce = 'once-only'
    document.head.append(meta)
    render(<JsonView label="Payload" text={order} />)
    expect(viewOf('Payload').state.facet(EditorView.cspNonce)).toBe('once-only')
  })

  it('leaves nothing behind', () => {
    render(<JsonView label="Payload" text={order} />).unmount()
    expect(document.querySelectorAll('.cm-editor')).toHaveLength(0)
  })
})

describe('JSON to write', () => {
  it('tells what a person writes, and nothing that it was given', () => {
    const told: string[] = []
    const editor = (text: string) => <JsonEditor label="Configuration" text={text} onWrite={(it) => told.push(it)} />
    const { rerender } = render(editor('{}'))
    write('Configuration', '{"a":1}')
    expect(told).toEqual(['{"a":1}'])
    rerender(editor('{"a":1}'))
    rerender(editor('[]'))
    expect(viewOf('Configuration').state.doc.toString()).toBe('[]')
    expect(told).toEqual(['{"a":1}'])
  })

  it('tells a long text once it rests, is left or is taken away, and not at each key', async () => {
    const told: string[] = []
    const long = JSON.stringify('x'.repeat(250_000))
    const { unmount } = render(<JsonEditor label="Configuration" text={long} onWrite={(it) => told.push(it.slice(0, 3))} />)
    const begin = (text: string) => viewOf('Configuration').dispatch({ changes: { from: 1, to: 2, insert: text } })
    begin('1')
    begin('2')
    expect(told).toEqual([])
    await waitFor(() => expect(told).toEqual(['"2x']))
    begin('3')
    fireEvent.blur(screen.getByRole('textbox', { name: 'Configuration' }))
    expect(told).toEqual(['"2x', '"3x'])
    begin('4')
    unmount()
    expect(told).toEqual(['"2x', '"3x', '"4x'])
  })

  it('leaves the tree of a very long text out while it is written, and takes it back', () => {
    render(<JsonEditor label="Configuration" text="{}" onWrite={() => {}} />)
    const isDrawn = () => viewOf('Configuration').state.facet(language) !== null
    expect(isDrawn()).toBe(true)
    write('Configuration', JSON.stringify('x'.repeat(1_100_000)))
    expect(isDrawn()).toBe(false)
    write('Configuration', '[]')
    expect(isDrawn()).toBe(true)
  })

  it('keeps what stands there while the page draws anew', () => {
    const { rerender } = render(<JsonEditor label="Configuration" text="{}" onWrite={() => {}} />)
    const { contentDOM } = viewOf('Configuration')
    rerender(<JsonEditor label="Configuration" text="{}" onWrite={() => {}} />)
    expect(viewOf('Configuration').contentDOM).toBe(contentDOM)
  })

  it('says the way out, and lets Tab through after Escape', () => {
    render(<JsonEditor label="Configuration" text="{}" onWrite={() => {}} />)
    const box = screen.getByRole('textbox', { name: 'Configuration' })
    const said = document.getElementById(box.getAttribute('aria-describedby') ?? '')
    expect(said?.textContent).toBe('Tab indents. To leave the editor, press Escape, then Tab.')
    expect(fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })).toBe(false)
    expect(viewOf('Configuration').state.doc.toString()).toBe('  {}')
    fireEvent.keyDown(box, { key: 'Escape', keyCode: 27 })
    expect(fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })).toBe(true)
    expect(viewOf('Configuration').state.doc.toString()).toBe('  {}')
  })

  it('takes no writing while it may only be read, and then does', () => {
    const told: string[] = []
    const editor = (isReadOnly: boolean) => (
      <JsonEditor label="Configuration" text="{}" isReadOnly={isReadOnly} onWrite={(it) => told.push(it)} />
    )
    const { rerender } = render(editor(true))
    const box = screen.getByRole('textbox', { name: 'Configuration' })
    expect(box.getAttribute('aria-readonly')).toBe('true')
    expect(fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })).toBe(true)
    rerender(editor(false))
    expect(box.getAttribute('aria-readonly')).toBeNull()
    fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })
    expect(told).toEqual(['  {}'])
  })
})

describe('JSON that is checked while it is written', () => {
  const editor = (text: string) => <CheckedEditor label="Payload" text={text} isReadOnly={false} onWrite={() => {}} />
  /** What is said of the text, once it was read. */
  const said = async (text: string) => {
    render(editor(text))
    forceLinting(viewOf('Payload'))
    return waitFor(() => {
      const faults = faultsIn(viewOf('Payload'))
      expect(faults).not.toEqual([])
      return faults
    }, patience)
  }

  it('says what is wrong at its place', async () => {
    expect(await said('[1,\n 2 3]')).toEqual(['7-8 Enter a comma or the closing bracket.'])
  })

  it('says it at the last sign where the text ends too early', async () => {
    expect(await said('{"a": [1')).toEqual(['7-8 Enter a comma or the closing bracket.'])
  })

  it('says it also behind many thousand values, and nothing of a text that was changed meanwhile', async () => {
    const many = `[${'1,\n'.repeat(20_000)}x]`
    expect(await said(many)).toEqual([`${many.length - 2}-${many.length - 1} ${value}`])
    const view = viewOf('Payload')
    forceLinting(view)
    view.dispatch({ changes: { from: 0, to: many.length, insert: '[1' } })
    forceLinting(view)
    await waitFor(() => expect(faultsIn(view)).toEqual(['1-2 Enter a comma or the closing bracket.']), patience)
  })
})

const value = 'Enter a value, such as an object, a list, text in double quotes, or a number.'

/** A machine that is busy with other things reads slowly. */
const patience = { timeout: 10_000 }

function faultsIn({ state }: EditorView): string[] {
  const faults: string[] = []
  forEachDiagnostic(state, ({ message }, from, to) => faults.push(`${from}-${to} ${message}`))
  return faults
}

function viewOf(name: string): EditorView {
  const view = EditorView.findFromDOM(screen.getByRole('textbox', { name }))
  if (view === null) throw new Error(`no editor is called "${name}"`)
  return view
}

function foldsOf(name: string): [number, number][] {
  const folds: [number, number][] = []
  const { state } = viewOf(name)
  foldedRanges(state).between(0, state.doc.length, (from, to) => {
    folds.push([from, to])
  })
  return folds
}

function write(name: string, text: string): void {
  const view = viewOf(name)
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input' })
}
