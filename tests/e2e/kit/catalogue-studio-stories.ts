/** How the alerts and toasts of the studio's frame come about; those of a tab are told with the tab. */
import { expect } from 'playwright/test'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { Row } from './catalogue-rows.ts'
import { alert, hang, refuse, type Story, second, waitOut } from './catalogue-tools.ts'
import { Api, expectAccessible, signIn } from './console.ts'

export const studioStories: Readonly<Partial<Record<Row, Story>>> = {
  'Studio toasts and alerts': async ({ page, request }) => {
    const api = await Api.open(request)
    const id = await api.copyOfSeeded('Goes wrong', (config) => config)
    const connector = new RegExp(`/api-connectors/${id}$`)
    const figures = /\/reading(\?|$)/
    await page.clock.install()
    await hang(page, connector)
    await signIn(page, `/details/${id}/studio`)
    await expect(page.getByText('Loading the integration…')).toBeVisible()
    await page.clock.runFor(9 * second)
    await expect(alert(page)).toHaveCount(0)
    await waitOut(page, second, 'Failed to load integration')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await page.unroute(connector)

    await refuse(page, connector, 'request/unknown-path')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(alert(page)).toContainText('Nothing found at this address.')
    await expect(alert(page)).toContainText('Failed to load integration')
    await page.unroute(connector)

    await page.route(connector, async (route) => {
      const { config: _, ...rest } = (await (await route.fetch()).json()) as ConnectorDetails
      await route.fulfill({ json: rest })
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(alert(page)).toContainText('Configuration Not Found')
    await page.unroute(connector)

    await page.route(figures, (route) => route.fulfill({ json: {} }))
    await page.getByRole('button', { name: 'Reload Page' }).click()
    for (const words of [
      'Transaction Data Error',
      'Failed to load transactions',
      'Could not fetch transaction data. Please try again later',
      "The server's response could not be read.",
    ])
      await expect(alert(page)).toContainText(words)
    await expect(page.getByRole('link', { name: 'Go to Details Page' })).toHaveAttribute('href', `/details/${id}`)
    await expect(page.getByRole('tab', { name: 'Universe' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(figures)
    await page.getByRole('button', { name: 'Load From Analytics' }).click()
    await expect(page.getByText('Transactions loaded successfully')).toBeVisible()
    await expect(page.getByText('Transaction Data Error')).toHaveCount(0)

    for (const nobody of ['01a1f9dd-286f-7175-987c-3afdb61ae67f', 'no-id']) {
      await page.evaluate((to) => history.pushState(null, '', to), `/details/${nobody}/studio`)
      await expect(page.getByRole('main')).toContainText('Connector not found')
    }
  },
}
