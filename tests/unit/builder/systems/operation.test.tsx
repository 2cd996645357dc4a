// @vitest-environment happy-dom
/** What a destination does with each record: how the form changes it, and the form as a person has it. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'

import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import { linkedFields, urlFields, withKind, withQueryValues, withUrl } from '#src/machines/builder/systems/operation.ts'
import { operationParts } from '#src/views/builder/systems/operation/OperationFields.tsx'
import { SideForm } from '#src/views/builder/systems/SideForm.tsx'

afterEach(cleanup)

const field = (path: string, type: 'string' | 'number' | 'object' = 'string') => ({ path, types: [type], isRequired: false })
const shapes: DraftShapes = {
  source: {
    fields: [field('customer_id', 'number'), field('address', 'object'), field('address.no'), field('name'), field('tags[0]')],
    examples: [{ customer_id: 1001, address: { no: '1' }, name: '' }],
    origin: 'request',
    takenAt: '2026-11-28T10:00:00.000Z',
  },
}
const edge = (sourcePath: string, targetPath: string) => ({
  id: targetPath,
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
})
const draft = (destination: Partial<DestinationConfig> = {}, dataMapping: ConnectorConfig['dataMapping'] = []) => ({
  shapes,
  config: {
    name: 'Customers',
    trigger: { type: 'manual' },
    source: { type: 'http', url: 'https://shop.example.com', requestMethod: 'GET', isList: true, listPath: 'items' },
    destination: { type: 'http', url: 'https://erp.example.com/customers', requestMethod: 'POST', ...destination },
    dataMapping,
    enrichment: [],
  } satisfies ConnectorConfig as ConnectorConfig,
})

describe('the fields for the URL', () => {
  it('are those of the source without a mapping, and only single values', () => {
    expect(urlFields(draft()).map(({ path }) => path)).toEqual(['customer_id', 'address.no', 'name'])
  })

  it('are what the mapping makes, then source fields that can still be mapped', () => {
    const found = urlFields(draft({}, [edge('customer_id', 'externalId'), edge('', 'name')]))
    expect(found).toEqual([
      { path: 'externalId', kind: 'mapped', from: 'customer_id' },
      { path: 'name', kind: 'mapped', from: null },
      { path: 'customer_id', kind: 'source', from: 'customer_id' },
      { path: 'address.no', kind: 'source', from: 'address.no' },
    ])
  })
})

describe('another operation', () => {
  const post = draft().config.destination
  it('has its usual method, and the plain one is none', () => {
    const update = withKind(post, 'update')
    expect([update.requestMethod, update.operation]).toEqual(['PUT', { do: 'update', parameters: [] }])
    expect(withKind({ ...update, requestMethod: 'PATCH' }, 'own').requestMethod).toBe('PATCH')
    expect(withKind(update, 'delete').requestMethod).toBe('DELETE')
    const back = withKind(withKind(update, 'delete'), 'each')
    expect('operation' in back).toBe(false)
  })
})

describe('a URL as it is written', () => {
  const fields = urlFields(draft({}, [edge('customer_id', 'externalId'), edge('address.no', 'address.no')]))
  const update = withKind(draft().config.destination, 'update')

  it('has a value for each name in its path, with the field that the name means', () => {
    const after = withUrl(update, 'https://erp.example.com/c/{externalId}/a/{no}/{odd}', fields)
    expect(after.operation?.parameters).toEqual([
      { in: 'path', name: 'externalId', field: 'externalId' },
      { in: 'path', name: 'no', field: 'address.no' },
      { in: 'path', name: 'odd', field: 'odd' },
    ])
    const kept = {
      ...after,
      operation: { do: 'update' as const, parameters: [{ in: 'path' as const, name: 'no', field: 'name', alsoInBody: true }] },
    }
    expect(withUrl(kept, 'https://erp.example.com/{no}', fields).operation?.parameters).toEqual(kept.operation.parameters)
    expect(withUrl(after, 'https://erp.example.com/c/{{externalId}}', fields).operation?.parameters).toEqual([])
  })

  it('gives a name in its query to the query values', () => {
    const after = withQueryValues({ ...update, url: 'https://erp.example.com/c?a=1&externalId={externalId}&f={a}b' }, fields)
    expect([after.url, after.operation?.parameters]).toEqual([
      'https://erp.example.com/c?a=1&f={a}b',
      [{ in: 'query', name: 'externalId', field: 'externalId' }],
    ])
    expect(withQueryValues(update, fields)).toBe(update)
  })

  it('maps a source field that it needs, once', () => {
    const known = draft({}, [edge('name', 'name')])
    const to = withUrl(update, 'https://erp.example.com/c/{customer_id}', urlFields(known))
    const { dataMapping = [] } = linkedFields(known, to)
    expect(
      dataMapping.map(({ sourcePath, targetPath, isList, listPath }) => ({ sourcePath, targetPath, isList, listPath }))[1],
    ).toEqual({
      ...{ sourcePath: 'customer_id', targetPath: 'customer_id', isList: true, listPath: 'items' },
    })
    const again = { ...known, config: { ...known.config, dataMapping } }
    expect(linkedFields(again, to)).toEqual({ destination: to })
    expect(linkedFields(draft(), to)).toEqual({ destination: to })
  })
})

type ListConfig = NonNullable<ConnectorConfig['source']['listConfig']>

function open(
  destination: Partial<DestinationConfig> = {},
  dataMapping: ConnectorConfig['dataMapping'] = [],
  listConfig?: ListConfig,
) {
  let newest = draft(destination, dataMapping)
  if (listConfig) newest = { ...newest, config: { ...newest.config, source: { ...newest.config.source, listConfig } } }
  function Held() {
    const [held, setHeld] = useState(newest)
    const change = (to: DestinationConfig) => {
      newest = { ...held, config: { ...held.config, ...linkedFields(held, to) } }
      setHeld(newest)
    }
    return (
      <SideForm
        side="destination"
        config={held.config.destination}
        isWritable
        request={operationParts(held, change)}
        onChange={change}
      />
    )
  }
  render(<Held />)
  return { user: userEvent.setup({ delay: null }), now: () => newest.config }
}

describe('the form', () => {
  it('takes a field of the record into the URL by keyboard, and shows where its value comes from', async () => {
    const { user, now } = open({}, [edge('customer_id', 'externalId')])
    await user.click(screen.getByRole('radio', { name: 'Update by URL' }))
    screen.getByText('Add a record value to the URL. Type { and select a field.')
    const box = screen.getByRole('combobox', { name: 'URL' })
    await user.type(box, '/{{ext')
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['externalIdmapped field'])
    await user.keyboard('{Enter}')
    expect(now().destination).toMatchObject({
      requestMethod: 'PUT',
      url: 'https://erp.example.com/customers/{externalId}',
      operation: { do: 'update', parameters: [{ in: 'path', name: 'externalId', field: 'externalId' }] },
    })
    const values = within(screen.getByRole('list', { name: 'Record values in the URL' }))
    values.getByText('from customer_id · 1001')
    await user.click(values.getByRole('checkbox', { name: 'Also send in the body: {externalId}' }))
    expect(now().destination.operation?.parameters[0]?.alsoInBody).toBe(true)
    await user.selectOptions(values.getByRole('combobox', { name: 'Field for {externalId}' }), 'name (not mapped)')
    values.getByText('Empty in the sample. Records without a value fail.')
    expect(now().dataMapping.map(({ targetPath }) => targetPath)).toEqual(['externalId', 'name'])
  })

  it('says that no field has a name, and closes the list on Escape', async () => {
    const { user } = open({}, [edge('customer_id', 'externalId')])
    const box = screen.getByRole('combobox', { name: 'URL' })
    await user.type(box, '/{{')
    expect(box.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}{ArrowUp}{Escape}')
    expect(box.getAttribute('aria-expanded')).toBe('false')
    await user.type(box, 'extId}')
    screen.getByText("Field “extId” doesn't exist. Select another field.")
  })

  it('adds a value to the headers, renames and removes it', async () => {
    const { user, now } = open({ requestMethod: 'PUT', operation: { do: 'own', parameters: [] } })
    await user.click(screen.getByRole('button', { name: 'Add header' }))
    expect(now().destination.operation?.parameters).toEqual([{ in: 'header', name: 'X-customer_id', field: 'customer_id' }])
    await user.tripleClick(screen.getByLabelText('Header 1: name'))
    await user.paste('If-Match')
    expect(now().destination.operation?.parameters[0]?.name).toBe('If-Match')
    await user.click(screen.getByRole('button', { name: 'Remove Header 1' }))
    expect(now().destination.operation).toEqual({ do: 'own', parameters: [] })
  })

  it('sends a form with its lists as selected, and JSON again', async () => {
    const { user, now } = open()
    await user.click(screen.getByRole('button', { name: 'Form' }))
    await user.selectOptions(screen.getByLabelText('Lists in the form'), 'brackets')
    expect(now().destination.operation).toEqual({ do: 'each', parameters: [], bodyFormat: 'form', formArrays: 'brackets' })
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    expect(now().destination.operation).toBeUndefined()
    expect(screen.queryByLabelText('Lists in the form')).toBeNull()
  })

  it('writes XML and text from a template that begins with the known fields, and names one that no record has', async () => {
    const { user, now } = open()
    await user.click(screen.getByRole('button', { name: 'XML' }))
    expect(now().destination.operation?.template).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<record>\n  <customer_id>{customer_id}</customer_id>\n  <no>{address.no}</no>\n  <name>{name}</name>\n</record>',
    )
    await user.clear(screen.getByLabelText('XML body'))
    await user.click(screen.getByLabelText('XML body'))
    await user.paste('<a>{nam}</a>')
    screen.getByText("Field “nam” doesn't exist. Select another field.")
    await user.click(screen.getByRole('button', { name: 'Text' }))
    expect(now().destination.operation?.template).toBe('customer_id: {customer_id}\naddress.no: {address.no}\nname: {name}')
  })

  it('sends a field as a file of a multipart body', async () => {
    const { user, now } = open()
    await user.click(screen.getByRole('button', { name: 'Multipart' }))
    await user.click(screen.getByRole('button', { name: 'Add a file' }))
    await user.selectOptions(screen.getByLabelText('File 1: content'), 'name')
    await user.selectOptions(screen.getByLabelText('File 1: file name'), 'customer_id')
    expect(now().destination.operation).toMatchObject({
      bodyFormat: 'multipart',
      files: [{ field: 'name', nameField: 'customer_id' }],
    })
    await user.click(screen.getByRole('button', { name: 'Remove File 1' }))
    expect(now().destination.operation).toEqual({ do: 'each', parameters: [], bodyFormat: 'multipart' })
  })

  it('looks for a record first, and takes the search back with the operation', async () => {
    const { user, now } = open()
    await user.click(screen.getByRole('radio', { name: 'Find, create or update' }))
    expect(now().destination).toMatchObject({
      requestMethod: 'POST',
      operation: {
        do: 'find',
        find: { method: 'GET', url: 'https://erp.example.com/customers?customer_id={customer_id}', resultPath: '' },
        update: { method: 'PATCH', url: 'https://erp.example.com/customers/{found.id}' },
      },
    })
    await user.click(screen.getByRole('button', { name: 'Take the first' }))
    await user.selectOptions(screen.getByLabelText('Search method'), 'POST')
    await user.click(screen.getByLabelText('Search body'))
    await user.paste('{"id": {customer_id}}')
    await user.type(screen.getByLabelText('Results in the response'), 'results')
    expect(now().destination.operation?.find).toMatchObject({
      ...{ method: 'POST', body: '{"id": {customer_id}}', resultPath: 'results', onMany: 'first' },
    })
    await user.selectOptions(screen.getByLabelText('Search method'), 'GET')
    expect(now().destination.operation?.find).not.toHaveProperty('body')
    await user.click(screen.getByRole('radio', { name: 'Send each record' }))
    expect(now().destination.operation).toBeUndefined()
  })

  it('writes the new id back to the source afterwards, or sends another request to the destination', async () => {
    const { user, now } = open()
    await user.click(screen.getByText('Follow-up request'))
    await user.click(screen.getByRole('button', { name: 'Add a follow-up request' }))
    expect(now().destination.operation).toEqual({
      ...{ do: 'each', parameters: [] },
      afterwards: {
        ...{ side: 'source', method: 'PATCH', url: 'https://shop.example.com/{customer_id}' },
        body: '{"externalId": "{answer.id}"}',
      },
    })
    await user.click(screen.getByRole('button', { name: 'Destination' }))
    await user.click(screen.getByLabelText('Skip records without these values'))
    await user.clear(screen.getByLabelText('Request body'))
    expect(now().destination.operation?.afterwards).toMatchObject({ side: 'destination', required: false })
    expect(now().destination.operation?.afterwards).not.toHaveProperty('body')
    await user.click(screen.getByRole('button', { name: 'Remove the follow-up request' }))
    expect(now().destination.operation).toBeUndefined()
  })

  it('reads responses as selected, by own fields too, and recognizes them again', async () => {
    const { user, now } = open()
    await user.selectOptions(screen.getByLabelText('Response'), 'hubspotBatch')
    expect(now().destination.operation).toEqual({ do: 'each', parameters: [], answer: { preset: 'hubspotBatch' } })
    await user.selectOptions(screen.getByLabelText('Response'), 'own')
    await user.type(screen.getByLabelText('List of results'), 'rows')
    await user.type(screen.getByLabelText('Success field'), 'k')
    await user.type(screen.getByLabelText('Success field'), '{backspace}')
    await user.type(screen.getByLabelText('ID in the result'), 'id')
    expect(now().destination.operation?.answer).toEqual({ itemsPath: 'rows', matchAnswer: 'id' })
    await user.type(screen.getByLabelText('ID in the response'), 'id')
    expect(now().destination.operation?.idPath).toBe('id')
    await user.clear(screen.getByLabelText('ID in the response'))
    await user.selectOptions(screen.getByLabelText('Response'), 'auto')
    expect(now().destination.operation).toBeUndefined()
    expect(screen.queryByLabelText('List of results')).toBeNull()
  })

  it('writes fields beside the records, where records are sent together in one', async () => {
    const { user, now } = open({}, [], {
      type: 'simple',
      iterationPath: '',
      batchSize: 200,
      outputConfig: { strategy: 'aggregate', aggregateField: 'records' },
    })
    await user.click(screen.getByRole('button', { name: 'Add a field' }))
    await user.tripleClick(screen.getByLabelText('Field 1: name'))
    await user.paste('allOrNone')
    await user.clear(screen.getByLabelText('Field 1: value'))
    await user.type(screen.getByLabelText('Field 1: value'), 'true')
    expect(now().destination.operation).toEqual({ do: 'each', parameters: [], around: [{ path: 'allOrNone', value: true }] })
    await user.click(screen.getByRole('button', { name: 'Remove Field 1' }))
    expect(now().destination.operation).toBeUndefined()
  })

  it('a deletion has no body, and another kind of system no operation', async () => {
    const { user, now } = open()
    await user.click(screen.getByRole('radio', { name: 'Delete' }))
    expect(now().destination.requestMethod).toBe('DELETE')
    screen.getByText('Requests have no body. If the URL path contains the record, DELETE counts 404 and 410 as deleted.')
    await user.selectOptions(screen.getByLabelText('Kind of system'), 'database')
    expect(now().destination.operation).toBeUndefined()
  })
})
