/** The addresses of the help, for whoever links to it. */

/** The id of the article about an error code. */
export const errorArticleId = (code: string) => code.replace('/', '-')
export const articleHref = (id: string) => `/help-center/${id}`
