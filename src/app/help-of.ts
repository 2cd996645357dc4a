import type { PagePath } from '../views/kit/pages.format.ts'

/** The address of the article about a page, which `page-help.ts` leads to the article itself: that table is not loaded with every page. */
export const helpOf = (path: PagePath) => `at${path.replaceAll(/\/:?/g, '-')}`
