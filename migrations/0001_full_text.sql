-- Contentless: the products table holds the text; seeding writes both. `type` holds one token per product type, to narrow a search before ranking.
CREATE VIRTUAL TABLE product_text USING fts5(title, brand, words, type, content='', tokenize='porter unicode61');
