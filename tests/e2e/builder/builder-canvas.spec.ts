/** The mapping on its canvas: by mouse, by keyboard, by pick and pick; with an enrichment; and on a small screen. */

import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const field = (path: string, isRequired = false): ShapeField => ({ path, types: ['string'], isRequired })
const takenAt = '2026-01-02T03:04:05.000Z'
const side = (fields: readonly ShapeField[]) => ({ fields, examples: [], origin: 'typed', takenAt })

const lookup = {
  id: 'prices',
  title: 'Prices',
  type: 'http' as const,
  url: 'https://prices.example.test/{sku}',
  lookup: {
    per: 'record' as const,
    parameters: [{ in: 'path' as const, name: 'sku', sourcePath: 'sku' }],
    resultPath: '',
    targetPath: 'price',
    notFound: 'null' as const,
  },
}

async function openCanvas(page: Page, request: APIRequestContext, name: string, hasLookup = false): Promise<void> {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(name, (config) => ({ ...config, dataMapping: [], enrichment: hasLookup ? [lookup] : [] }))
  await api.put(`/api-connectors/${id}/shapes`, {
    source: side([field('sku'), field('customer.email'), field('customer.address.city'), field('note')]),
    destination: side([field('comment'), field('contact.mail', true), field('contact.town')]),
    ...(hasLookup ? { enrichment: { prices: side([field('price.net'), field('price.gross')]) } } : {}),
  })
  await signIn(page, `/edit-integration/data-mapping/${id}?view=canvas`)
  await expect(page.getByRole('tree', { name: 'Fields: Destination' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Mapping canvas' })).toHaveAttribute('aria-busy', 'false')
}

const at = (page: Page, tree: 'Source' | 'Destination' | 'Prices', name: RegExp): Locator =>
  page.getByRole('tree', { name: `Fields: ${tree}` }).getByRole('treeitem', { name })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (box === null) throw new Error('The target is not on the page.')
  await page.mouse.move(box.x + 40, box.y + 30, { steps: 5 })
  await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 3 })
  await page.mouse.up()
}

test.use({ viewport: { width: 1280, height: 1_000 }, contextOptions: { reducedMotion: 'reduce' } })

test('a line is pulled, chosen by the mouse, deleted, and brought back', async ({ page, request }) => {
  await openCanvas(page, request, 'Canvas by mouse')
  await expect(page.getByText('1 required field is not mapped.')).toBeVisible()
  const missing = page.getByRole('tree', { name: 'Fields: Destination' }).getByRole('treeitem').first()
  await expect(missing, 'what is required and missing stands on top').toHaveAccessibleName(
    'contact.mail, text, required, not mapped',
  )

  await drag(page, at(page, 'Source', /^email/), missing)
  await expect(page.getByText('All required fields are mapped.')).toBeVisible()
  await expect(at(page, 'Destination', /^mail/)).toHaveAccessibleName('mail, text, required, mapped from customer.email')
  await expect(at(page, 'Source', /^email/)).toHaveAccessibleName('email, text, maps to contact.mail')
  await expectAccessible(page)

  await drag(page, at(page, 'Source', /^sku/), at(page, 'Destination', /^mail/))
  await expect(page.getByRole('status').filter({ hasText: 'contact.mail: This field is already mapped.' })).toBeVisible()

  const [start, end] = [await at(page, 'Source', /^email/).boundingBox(), await at(page, 'Destination', /^mail/).boundingBox()]
  if (start === null || end === null) throw new Error('The fields are not on the page.')
  await page.mouse.click((start.x + start.width + end.x) / 2, (start.y + end.y + start.height) / 2)
  await expect(page.getByText('Mapping selected: customer.email to contact.mail.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete line' }).click()
  await expect(page.locator('[data-line]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-line]')).toHaveCount(1)
})

test('everything is done by the keyboard alone', onlyInFull, async ({ page, request }) => {
  await openCanvas(page, request, 'Canvas by keyboard')
  await page.getByRole('searchbox', { name: 'Search source fields' }).focus()
  await page.keyboard.press('Tab')
  await expect(at(page, 'Source', /^sku/)).toBeFocused()
  await page.keyboard.press('End')
  await expect(at(page, 'Source', /^note/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'note is selected.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'Select a field to connect it.' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search destination fields' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(at(page, 'Destination', /^comment/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(at(page, 'Destination', /^comment/)).toHaveAccessibleName('comment, text, mapped from note')

  await page.keyboard.press('Space')
  await expect(page.getByText('Mapping selected: note to comment.')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(at(page, 'Destination', /^comment/)).toHaveAccessibleName('comment, text')
  await page.keyboard.press('Control+z')
  await expect(at(page, 'Destination', /^comment/)).toHaveAccessibleName('comment, text, mapped from note')
})

test('branches are shut and opened, and a search finds what is inside', onlyInFull, async ({ page, request }) => {
  await openCanvas(page, request, 'Canvas tree')
  const customer = at(page, 'Source', /^customer/)
  await customer.focus()
  await expect(customer).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(customer).toHaveAttribute('aria-expanded', 'false')
  await expect(at(page, 'Source', /^email/)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search source fields' }).fill('CITY')
  await expect(at(page, 'Source', /./)).toHaveText([/customer/, /address/, /city/])
  await page.getByRole('searchbox', { name: 'Search source fields' }).fill('nowhere')
  await expect(page.getByText('No matching fields.')).toBeVisible()
})

test('what an enrichment adds stands apart, laid out by ELK in its worker', onlyInFull, async ({ page, request }) => {
  const worker = page.waitForEvent('worker')
  await openCanvas(page, request, 'Canvas with an enrichment', true)
  expect((await worker).url()).toContain('elk-worker')
  await drag(page, at(page, 'Prices', /^net/), at(page, 'Destination', /^comment/))
  await expect(at(page, 'Destination', /^comment/)).toHaveAccessibleName('comment, text, mapped from price.net')
})

test('a small screen has the table and a word why', onlyInFull, async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Canvas on a small screen', (config) => config)
  await signIn(page, `/edit-integration/data-mapping/${id}?view=canvas`)
  await expect(page.getByText('The canvas needs a wider screen. The same mapping is shown as a table.')).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(0)
  await seesAll(page)
})
