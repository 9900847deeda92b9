CREATE TABLE `brand_words` (
	`word` text NOT NULL,
	`brand` text NOT NULL,
	PRIMARY KEY(`word`, `brand`)
);
