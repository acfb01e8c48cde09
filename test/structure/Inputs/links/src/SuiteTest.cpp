TEST(Suite, Name) {}
TEST_P(Suite, Other) {}
