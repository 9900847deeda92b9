/** The tools that environments offer. */
export { cartAdd, cartRemove, cartSetQuantity, cartViewTool } from "./cart.ts";
export { catalogGetProduct } from "./catalog-get-product.ts";
export { catalogGetVariants } from "./catalog-get-variants.ts";
export { catalogRerank } from "./catalog-rerank.ts";
export { catalogSearch } from "./catalog-search.ts";
export { askUserTool, datetimeNow, submitAnswerTool, userGetVisitHistory } from "./user.ts";
