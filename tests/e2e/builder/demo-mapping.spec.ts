/** What a newcomer finds in the mapping of the demo: the fields of both sides, and which of the two views is open. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { Api, signIn, test } from '../kit/console.ts'

test('the mapping of the demo is drawn, and the open view is the one that is marked', onlyInFull, async ({ page, request }) => {
  const seeded = (await (await Api.open(request)).connectors()).find(({ name }) => name === 'Shop orders to CRM')
  await signIn(page, `/edit-integration/data-mapping/${seeded?._id}?view=canvas`)
  const canvas = page.getByRole('group', { name: 'Mapping canvas' })
  await expect(canvas).toHaveAttribute('aria-busy', 'false')
  await expect(canvas.getByText(/^No (source|destination) fields yet/)).toHaveCount(0)
  for (const name of [/^placedAt/, /^orderedAt/]) await expect(canvas.getByRole('treeitem', { name })).toBeVisible()

  const views = page.getByRole('group', { name: 'Mapping view' })
  const lookOf = (name: string) =>
    views.getByRole('button', { name }).evaluate((button) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(button)
      return { backgroundColor, borderColor, color }
    })
  const different = async () => {
    const [pressed, other] = [await lookOf('Canvas'), await lookOf('Table')]
    return (Object.keys(pressed) as (keyof typeof pressed)[]).filter((part) => pressed[part] !== other[part])
  }
  await expect.poll(different).toEqual(['backgroundColor', 'borderColor', 'color'])
})
